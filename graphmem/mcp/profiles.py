"""Which tools are listed: the core profile, five tools in few words, or all of them.

An agent reads the list in every conversation. A profile limits only the list: a call may name any tool, and give any argument.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal

Profile = Literal["core", "full"]


@dataclass(frozen=True, slots=True)
class CoreTool:
    """How the core profile lists a tool: its description, and the arguments that it names."""

    description: str
    arguments: frozenset[str]


FACT: Final = frozenset(
    {
        "subject", "relation", "object", "object_is_entity", "valid_from", "valid_until", "action", "cardinality",
        "holds_while", "starts_when",
    }
)  # fmt: skip
"""What the core profile names of a fact."""
ENTITY: Final = frozenset({"name", "type", "aliases"})

CORE: Final[dict[str, CoreTool]] = {
    "remember": CoreTool(
        "Store what was said or learnt and may matter later: who people are, what they prefer, decide, plan or do, and when. "
        "Also when something has changed or ended: the new value ends the old one, and nothing is lost. Send the original "
        "text, with its facts if you have extracted them; otherwise the memory extracts them.",
        frozenset({"content", "speaker", "occurred_at", "session_id", "entities", "facts"}),
    ),
    "recall": CoreTool(
        "Ask the memory before you answer anything that may depend on earlier conversations, on people, preferences or "
        "decisions. Returns facts with their dates and ids, and what was said.",
        frozenset({"query", "k", "valid_at", "known_at", "speaker", "include_closed"}),
    ),
    "facts": CoreTool(
        "Look up facts exactly, by subject, relation or object, at a date. For questions use recall.",
        frozenset({"subject", "relation", "object", "valid_at", "include_closed", "limit", "cursor"}),
    ),
    "correct": CoreTool(
        "Correct a fact that was stored wrongly: it counts as never true, and the right one replaces it. If it was true and "
        "has changed, use remember.",
        frozenset({"fact_id", "object", "relation", "valid_from", "valid_until", "text", "reason"}),
    ),
    "forget": CoreTool(
        "Remove an episode, a fact or an entity for good, from history too. Only if the person asks for it: it cannot be "
        "undone.",
        frozenset({"what", "id", "dry_run"}),
    ),
}
