"""Derive the facts of a brain again by today's rules, after an earlier version wrote it (docs/operations.md).

What was believed before stays in the history: the facts change at the system time of the migration.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from graphmem.curation.invalidate import lock
from graphmem.fault_points import reached
from graphmem.graph.settle import Pair, settle
from graphmem.graph.store import Store
from graphmem.graph.transaction import Row, Transaction, run
from graphmem.graph.vectors import bolt
from graphmem.models.ports import Embedder
from graphmem.relations.sentence_details import details_of

SUBJECTS_AT_ONCE = 50
"""Subjects whose facts are derived in one transaction."""


@dataclass(frozen=True, slots=True)
class DerivedAgain:
    """How many subjects were read, and how many of their facts changed."""

    subjects: int = 0
    changed: int = 0

    def __add__(self, other: DerivedAgain) -> DerivedAgain:
        return DerivedAgain(self.subjects + other.subjects, self.changed + other.changed)


Report = Callable[[str, DerivedAgain], None]
"""Called with the brain and its totals so far, after each transaction."""


async def outdated_brains(store: Store) -> list[str]:
    """Return the names of the brains that were derived by earlier rules."""
    return [row["brain"] for row in await store.read("curation/outdated_brains")]


async def derive_again(
    store: Store,
    embedder: Embedder,
    brain: str,
    report: Report = lambda *_: None,
    *,
    dry_run: bool = False,
    at_most: int | None = None,
) -> DerivedAgain:
    """Derive all facts of a brain again; return the totals.

    Each transaction derives some subjects and notes how far it came. A run that was interrupted is continued by the next.

    Args:
        dry_run: change nothing, count what would change.
        at_most: stop after about this number of subjects.
    """
    total, after = DerivedAgain(), None
    while rows := await store.read("curation/read_subjects", brain=brain, after=after, limit=SUBJECTS_AT_ONCE):
        statements = [statement for row in rows for statement in row["statements"]]
        after = rows[-1]["subjectId"]
        changed = await _derive(store, embedder, brain, statements, after, dry_run=dry_run)
        total += DerivedAgain(len(rows), changed)
        report(brain, total)
        if at_most is not None and total.subjects >= at_most:
            return total
    if not dry_run:
        await store.write("curation/mark_derived", brain=brain)
    return total


async def _derive(
    store: Store, embedder: Embedder, brain: str, statements: Sequence[Row], last: str, *, dry_run: bool
) -> int:
    """Derive the facts of some subjects in one transaction; return how many of them changed."""
    told = {s["id"]: found for s in statements if s["action"] == "holds" and (found := _details(s))}
    texts = list(dict.fromkeys(s["text"] for s in statements if s["id"] in told))
    vector_of = dict(zip(texts, await embedder.embed(texts), strict=True)) if texts and not dry_run else {}
    vectors = {s["id"]: bolt(vector_of[s["text"]]) for s in statements if s["text"] in vector_of}
    values = dict.fromkeys((s["subjectId"], s["relation"], s["objectId"]) for s in statements)
    details = [{"id": id_, "details": found} for id_, found in told.items()]

    async def work(tx: Transaction) -> int:
        stamp = await lock(tx, brain)
        await run(tx, "curation/set_details", brain=brain, details=details, derivedTo=last)
        settled = await settle(tx, brain, [Pair(*value, stamp) for value in values], vectors)
        await reached("settled")
        return len({change["factId"] for change in settled.changes if change["change"] != "confirmed"})

    return await store.transaction(work, dry_run=dry_run, bulk=True)


def _details(statement: dict[str, Any]) -> list[str]:
    subject, object_ = statement["subjectSaid"] or "", statement["objectSaid"] or ""
    return details_of(statement["text"] or "", subject, statement["relation"], object_)
