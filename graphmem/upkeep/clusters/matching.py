"""Which new cluster is which known one: by the entities that they have in common. Pure."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Mapping, Sequence

LEAST_OVERLAP = 0.5
"""A cluster is a known one if the entities of both make up at least this share of the entities of either."""


def matched(found: Sequence[Collection[str]], known: Mapping[str, Collection[str]]) -> dict[int, str]:
    """Return for each new set, by its position, the id of the known set that it continues. The most alike pairs come first.

    No known set is continued twice. A new set that is not in the answer continues none.
    """
    having: dict[str, list[str]] = defaultdict(list)
    for id_, members in known.items():
        for member in members:
            having[member].append(id_)
    pairs = []
    for position, members in enumerate(found):
        for id_, shared in Counter(one for member in members for one in having.get(member, ())).items():
            share = shared / (len(members) + len(known[id_]) - shared)
            if share >= LEAST_OVERLAP:
                pairs.append((-share, id_, position))
    taken: dict[int, str] = {}
    continued: set[str] = set()
    for _, id_, position in sorted(pairs):
        if position not in taken and id_ not in continued:
            taken[position] = id_
            continued.add(id_)
    return taken
