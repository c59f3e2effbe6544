"""The table of verbs of change and the table of states (docs/time.md), worded by the languages."""

from __future__ import annotations

from collections import defaultdict

from graphmem.languages.language import Language, languages
from graphmem.names.normalize import word_set
from graphmem.relations.change_rows import ChangeRow, change as _row
from graphmem.relations.verbs_nouns import NOUN_ROWS

CHANGES: tuple[ChangeRow, ...] = (
    _row("lives_in", "begins", "place", subjects="person pet"),
    _row("lives_in", "begins", "place", subjects="person pet", lasting=True),
    _row("lives_in", "ends", "place", subjects="person pet"),
    _row("lives_in", "ends", "place", subjects="person pet", lasting=True),
    _row("located_in", "begins", "place", subjects="employer club school project"),
    _row("lives_with", "begins", "person", subjects="person"),
    _row("lives_with", "ends", "person", subjects="person"),
    _row("works_at", "begins", "employer school", subjects="person"),
    _row("works_at", "begins", "employer school", subjects="person", lasting=True),
    _row("works_at", "begins", "person", subjects="employer school club", swapped=True),
    _row("works_at", "ends", "employer school job", subjects="person"),
    _row("works_at", "ends", "person", subjects="employer school club", swapped=True),
    _row("has_role", "begins", "role", subjects="person"),
    _row("has_role", "begins", "role", subjects="person", titles=True),
    _row("has_role", "ends", "role", subjects="person"),
    _row("reports_to", "begins", "person", subjects="person"),
    _row("leads", "begins", "project club employer", subjects="person"),
    _row("leads", "ends", "project club employer", subjects="person"),
    _row("member_of", "begins", "club", subjects="person"),
    _row("member_of", "ends", "club", subjects="person"),
    _row("studies_at", "begins", "school", subjects="person"),
    _row("studies_at", "begins", "school employer", subjects="person", words="studies_at_begins_2"),
    _row("studies_at", "ends", "school employer", subjects="person"),
    _row("studies_at", "ends", "school", subjects="person", words="studies_at_ends_2"),
    _row("studies_at", "ends", "school employer", subjects="person", keeps=True, words="studies_at_ends_3"),
    _row("married_to", "begins", "person", subjects="person"),
    _row("married_to", "ends", "person", subjects="person"),
    _row("engaged_to", "begins", "person", subjects="person"),
    _row("dating", "begins", "person", subjects="person"),
    _row("dating", "ends", "person", subjects="person"),
    _row("engaged_to", "ends", "person", subjects="person"),
    _row("friend_of", "begins", "person", subjects="person"),
    _row("parent_of", "begins", "person", subjects="person"),
    _row("died", "ends_all", "", subjects="person pet", keeps=True),
    _row("has_condition", "begins", "", subjects="person pet"),
    _row("has_condition", "ends", "", subjects="person pet", keeps=True),
    _row("allergic_to", "begins", "", subjects="person pet"),
    _row("allergic_to", "ends", "", subjects="person pet"),
    _row("owns", "begins", "thing pet", subjects="person employer"),
    _row("owns", "begins", "bought", subjects="person employer", words="owns_begins_2"),
    _row("owns", "ends", "bought", subjects="person employer"),
    _row("owns", "begins", "employer", subjects="person employer", words="owns_begins_3"),
    _row("owns", "ends", "thing pet employer", subjects="person employer", words="owns_ends_2"),
    _row("uses", "begins", "tool", subjects="person employer project club"),
    _row("uses", "ends", "tool", subjects="person employer project club"),
    _row("subscription_plan", "begins", "", subjects="employer person club"),
    _row("lives_in", "is", "person pet", subjects="place", swapped=True),
    _row("reports_to", "is", "person", subjects="person", swapped=True),
    _row("works_at", "is", "person", subjects="employer school club", swapped=True),
    _row("owns", "is", "person employer", swapped=True),
    _row("leads", "is", "person", subjects="project club employer", swapped=True),
    *NOUN_ROWS,
    _row("works_at", "begins", "employer school", subjects="person", words="works_at_begins_day"),
    _row("works_at", "ends", "employer school job", subjects="person", words="works_at_ends_day"),
)
"""The verbs of change, by the state that they begin or end. The first row whose kinds fit is taken."""


def _states() -> dict[str, list[tuple[Language, str]]]:
    """Return the states with their patterns in all languages, in the order of the English table."""
    found: dict[str, list[tuple[Language, str]]] = defaultdict(list)
    for one in languages("changes"):
        for relation, patterns in one.changes.states.items():
            found[relation] += [(one, pattern) for pattern in patterns]
    return dict(found)


STATES = _states()
"""States and the verbs that word them. A word for a beginning, an end or a former time may stand before them."""

PAST_OF: frozenset[str] = word_set("""
    lives_in lives_with works_at works_on works_with has_role studies_at owns reports_to leads manages member_of married_to
    engaged_to dating volunteers_at teaches_at rents
""")
"""The states whose past form alone ("worked_at") says that they are over. "Liked the film" says no such thing."""
