"""Read and derive the facts of a brain again by today's rules, after an earlier version wrote it (docs/operations.md).

What was believed before stays in the history: the facts change at the system time of the migration.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from graphmem.curation.invalidate import lock, new_relation_row
from graphmem.curation.read_again import LEFT, ReadAgain, may_be_read, read_again, rules_of
from graphmem.fault_points import reached
from graphmem.graph.store import Store
from graphmem.graph.transaction import Row, Transaction, run
from graphmem.graph.vectors.bolt import bolt
from graphmem.ingest.stages.records import FactReads
from graphmem.models.ports import Embedder
from graphmem.relations.sentence_details import details_of
from graphmem.settling.pair import Pair
from graphmem.settling.settle import settle

SUBJECTS_AT_ONCE = 50
"""Subjects whose facts are derived in one transaction."""
_EXAMPLES = 3


@dataclass(frozen=True, slots=True)
class DerivedAgain:
    """How many subjects were read, how many of their facts changed, and how many statements were read in another way.

    `examples`: some of these statements, before and after. `left`: statements that stay as they are, by reason.
    """

    subjects: int = 0
    changed: int = 0
    statements: int = 0
    examples: tuple[str, ...] = ()
    left: Mapping[str, int] = field(default_factory=dict)

    def __add__(self, other: DerivedAgain) -> DerivedAgain:
        return DerivedAgain(
            self.subjects + other.subjects,
            self.changed + other.changed,
            self.statements + other.statements,
            (*self.examples, *other.examples)[:_EXAMPLES],
            dict(Counter(self.left) + Counter(other.left)),
        )

    def readings(self) -> list[str]:
        """Return lines about the statements that are read in another way, and about those that stay as they are."""
        read = [f"  {self.statements} statements read in another way, such as:"] if self.statements else []
        left = [f"  left as they are: {count} {what}" for what, count in self.left.items()]
        return [*read, *(f"    {example}" for example in self.examples), *left]


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
    """Read all statements of a brain again and derive its facts; return the totals.

    Each transaction takes some subjects and notes how far it came. A run that was interrupted is continued by the next.

    Args:
        dry_run: change nothing, count what would change.
        at_most: stop after about this number of subjects.
    """
    total, after = DerivedAgain(), None
    rules = rules_of(await store.read("curation/relation_rules", brain=brain))
    while rows := await store.read("curation/read_subjects", brain=brain, after=after, limit=SUBJECTS_AT_ONCE):
        statements = [statement for row in rows for statement in row["statements"]]
        after = rows[-1]["subjectId"]
        vectors = await _vectors(embedder, statements, rules, needed=not dry_run)
        work = _Portion(brain, statements, after, rules, vectors)
        total += await store.transaction(work.derive, dry_run=dry_run, bulk=True)
        report(brain, total)
        if at_most is not None and total.subjects >= at_most:
            return total
    if not dry_run:
        await store.write("curation/mark_derived", brain=brain)
    return total


async def _vectors(
    embedder: Embedder, statements: Sequence[Row], rules: FactReads, *, needed: bool
) -> Mapping[str, Any]:
    """Return the embeddings of the sentences that may be told from now on, by statement.

    These have details, or are read again, or share their start with another value.
    """
    starts = Counter((s["subjectId"], s["relation"], s["at"]) for s in statements)
    told = {
        s["id"]: s["text"]
        for s in statements
        if s["action"] == "holds"
        and s["text"]
        and (starts[s["subjectId"], s["relation"], s["at"]] > 1 or may_be_read(s, rules) or _details_of(s))
    }
    texts = list(dict.fromkeys(told.values()))
    made = dict(zip(texts, map(bolt, await embedder.embed(texts)), strict=True)) if texts and needed else {}
    return {id_: made[text] for id_, text in told.items()} if made else {}


@dataclass(frozen=True, slots=True)
class _Portion:
    """The statements of some subjects; `last` is the id of the last subject."""

    brain: str
    statements: Sequence[Row]
    last: str
    rules: FactReads
    vectors: Mapping[str, Any]

    async def derive(self, tx: Transaction) -> DerivedAgain:
        """Read the statements again and derive their facts, in one transaction."""
        stamp = await lock(tx, self.brain)
        ids = [s["id"] for s in self.statements if may_be_read(s, self.rules)]
        told = await run(tx, "curation/told_statements", brain=self.brain, ids=ids) if ids else []
        read = read_again(told, self.statements, self.rules)
        if read.changes or read.ends:
            await run(tx, "curation/read_again", **self._changes(read), recordedAt=stamp)
        await run(tx, "curation/set_details", brain=self.brain, details=self._details(read), derivedTo=self.last)
        values = dict.fromkeys((*(_triple(s) for s in self.statements), *read.pairs()))
        settled = await settle(tx, self.brain, [Pair(*value, stamp) for value in values], self.vectors)
        await reached("settled")
        facts = {change["factId"] for change in settled.changes if change["change"] != "confirmed"}
        facts |= {change["id"] for change in read.changes if change["moves"]}
        left = {LEFT[reason]: count for reason, count in read.left.items()}
        subjects = len({s["subjectId"] for s in self.statements})
        return DerivedAgain(subjects, len(facts), len(read.changes), read.examples[:_EXAMPLES], left)

    def _changes(self, read: ReadAgain) -> dict[str, Any]:
        relations = dict.fromkeys(relation for _, relation, _ in read.pairs())
        return {
            "brain": self.brain,
            "relations": [{"name": name, "create": new_relation_row(name)} for name in relations],
            "changes": list(read.changes),
            "ends": list(read.ends),
        }

    def _details(self, read: ReadAgain) -> list[Row]:
        """Return the details of the sentences that were not read again."""
        again = {change["id"] for change in read.changes}
        told = ((s["id"], _details_of(s)) for s in self.statements if s["action"] == "holds" and s["id"] not in again)
        return [{"id": id_, "details": found} for id_, found in told if found]


def _triple(statement: Row) -> tuple[str, str, str]:
    return statement["subjectId"], statement["relation"], statement["objectId"]


def _details_of(statement: Row) -> list[str]:
    subject, object_ = statement["subjectSaid"] or "", statement["objectSaid"] or ""
    return details_of(statement["text"] or "", subject, statement["relation"], object_)
