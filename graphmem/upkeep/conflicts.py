"""The job `conflicts`: propose to end facts that a later one seems to contradict, where one of the two weighs much."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from hashlib import sha256
from typing import Self

from uuid_utils import uuid7

from graphmem.claims import FactQuestion
from graphmem.graph.transaction import Row
from graphmem.models.ports import Judge
from graphmem.upkeep.job_run import JobRun, Watermark, batches
from graphmem_contract.upkeep import JobReport

HEAVY = 0.7
"""Importance from which a fact weighs much. A core fact always does."""
LEAST_COSINE = 0.6
"""Least cosine of two facts that the judge is asked about."""
ALIKE_COSINE = 0.85
"""Least cosine of two facts that are proposed where nobody judges."""
NEAR = 10
"""Facts that are looked at around each new one."""
CROWD = 100
"""Facts of one subject and relation that are compared one by one. Among more of them the vectors are searched."""
SEARCHED, LOOKED_UP = 250, 1_000
"""Facts of one query: one that searches the vectors for each of them, one that looks them up by subject and relation."""
MOST_SEARCHED = 5_000
"""Most facts of one run whose vectors are searched."""
MOST = 50
"""Most pairs of one run."""
QUESTIONS_AT_ONCE = 10
LONG_AGO = datetime(1, 1, 1, tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class FactPair:
    """Two facts that hold and may contradict each other: the later one, the earlier one, and their cosine."""

    later: Row
    earlier: Row
    cosine: float
    reason: str = "alike, and nobody has judged"

    @property
    def key(self) -> str:
        """What identifies a proposal about the two."""
        return "contradicts " + " ".join(sorted((self.later["id"], self.earlier["id"])))

    @property
    def evidence(self) -> str:
        """A hash of what the proposal rests on: the sentences of both and their starts."""
        told = sorted(f"{one['id']} {one['text']} {one['from']}" for one in (self.later, self.earlier))
        return sha256("\n".join(told).encode()).hexdigest()

    @property
    def weight(self) -> tuple[float, float]:
        """By which pairs are ordered: the importance of the weightier one, then the likeness."""
        return max(self.later["importance"] or 0.0, self.earlier["importance"] or 0.0), self.cosine

    @property
    def says_one_thing_twice(self) -> bool:
        """Whether both say something about the same subject by the same relation, and name something else."""
        same = all(self.later[key] == self.earlier[key] for key in ("subjectId", "relation"))
        return bool(same and self.later["objectId"] != self.earlier["objectId"])


@dataclass(frozen=True, slots=True)
class Position:
    """How far the facts that are new have been compared: those that weigh most come first.

    `importance`, `place`: of the last fact that was compared. `revision`, `clock`: of the brain and of the database when the
    first of them was compared. What was recorded since then is new once all of them have been.
    """

    importance: float
    place: str
    revision: int
    clock: datetime

    @classmethod
    def of(cls, mark: Watermark) -> Self:
        """Where a run begins."""
        if mark.position is None:
            return cls(float("inf"), "", mark.revision, mark.clock)
        importance, place, revision, clock = json.loads(mark.position)
        return cls(importance, place, revision, datetime.fromisoformat(clock))

    def after(self, row: Row) -> Position:
        """The position behind a fact."""
        return replace(self, importance=row["importance"], place=_place(row))

    def is_before(self, row: Row) -> bool:
        """Whether a fact has not been compared yet."""
        return (-self.importance, self.place) < (-row["importance"], _place(row))

    def stored(self) -> str:
        """The position as text. It names no fact, for a fact may be forgotten."""
        return json.dumps([self.importance, self.place, self.revision, self.clock.isoformat()])


def _place(row: Row) -> str:
    """The place of a fact among those that weigh the same."""
    return sha256(row["factId"].encode()).hexdigest()[:16]


async def propose_contradictions(run: JobRun) -> JobReport:
    """Compare the facts that are new with those near them, and propose the pairs that may contradict each other.

    With a judge: the pairs that it says contradict. Without one: pairs about one subject and relation that are very alike. What
    was declined is proposed again only if its evidence changed. How far the run came is stored with each batch of facts; the next
    run continues there.

    Raises:
        NotFound: nothing was ever written to the brain. DatabaseUnavailable: Neo4j is out of reach; the next run continues.
    """
    mark = await run.watermark()
    if mark.is_same_revision:
        return run.report()
    judge = run.configured(run.engine.models.judge, await run.settings())
    position, seen = Position.of(mark), set[str]()
    left = MOST if run.limit is None else min(MOST, run.limit)
    facts, compared = await _to_compare(run, mark, position), 0
    async for ids, rows in _compared(run, [fact["factId"] for fact in facts], judge):
        pairs = {pair.key: pair for pair in pairs_of(rows) if judge or pair.says_one_thing_twice}
        taken, is_whole = await _propose(run, [pair for key, pair in pairs.items() if key not in seen], judge, left)
        if not is_whole:
            break
        seen |= pairs.keys()
        left -= taken
        compared += len(ids)
        position = position.after(facts[compared - 1])
        if compared < len(facts) or run.is_cut:
            await run.keep_position(position.stored())
        if not left:
            break
    if compared == len(facts):
        await run.finish(replace(mark, revision=position.revision, clock=position.clock))
    return run.report()


async def _to_compare(run: JobRun, mark: Watermark, position: Position) -> list[Row]:
    """Return the new facts that have not been compared yet, those that weigh most first.

    The first run leaves out those of little weight: what they may contradict weighs much, and finds them.
    """
    asked = {"since": mark.since or LONG_AGO, "now": run.now, "heavy": HEAVY}
    found = [
        row
        async for page in run.pages("upkeep/facts_to_compare", "factId", **asked)
        for row in page
        if (mark.since or row["isHeavy"]) and position.is_before(row)
    ]
    return sorted(found, key=lambda row: (-row["importance"], _place(row)))


async def _compared(
    run: JobRun, ids: Sequence[str], judge: Judge | None
) -> AsyncIterator[tuple[Sequence[str], list[Row]]]:
    """Yield the ids in order, some at a time, with the facts that each may contradict.

    With a judge the vectors are searched. Without one an index tells the facts of the same subject and relation, since no others
    are proposed.
    """
    asked = {"now": run.now, "heavy": HEAVY, "near": NEAR}
    if judge:
        judged = {**asked, "least": (1 + LEAST_COSINE) / 2}
        async for some, rows in run.looked_up("upkeep/near_facts", ids[:MOST_SEARCHED], SEARCHED, **judged):
            yield some, rows
        return
    alike, searched = {**asked, "least": (1 + ALIKE_COSINE) / 2}, 0
    async for some, rows in run.looked_up("upkeep/rival_facts", ids, LOOKED_UP, **alike, most=CROWD):
        crowded = [row["own"]["id"] for row in rows if row["isCrowded"]]
        async for _, near in run.looked_up("upkeep/near_facts", crowded, SEARCHED, **alike):
            rows += near
        yield some, rows
        searched += len(crowded)
        if searched >= MOST_SEARCHED:
            return


def pairs_of(rows: Sequence[Row]) -> Iterator[FactPair]:
    """Yield each fact with each of those near it, the later one first."""
    for row in rows:
        for other in row["others"]:
            later, earlier = sorted((row["own"], other), key=_age, reverse=True)
            yield FactPair(later, earlier, round(2 * other["similarity"] - 1, 3))


def _age(fact: Mapping[str, datetime | None]) -> tuple[datetime, datetime, str]:
    recorded = fact["recordedAt"]
    assert recorded is not None
    return fact["from"] or LONG_AGO, recorded, str(fact["id"])


async def _propose(run: JobRun, pairs: Sequence[FactPair], judge: Judge | None, most: int) -> tuple[int, bool]:
    """Store the pairs that weigh most and that nobody has decided on, at most `most`.

    Returns:
        how many pairs were looked at, and whether none is left for the next run.
    """
    if not pairs:
        return 0, True
    known = {row["key"]: row for row in await run.read("upkeep/known_proposals", keys=[pair.key for pair in pairs])}
    new = [pair for pair in pairs if known.get(pair.key, {}).get("evidence") != pair.evidence]
    run.tally.skipped += len(pairs) - len(new)
    taken = sorted(new, key=lambda pair: pair.weight, reverse=True)[:most]
    before, warned = run.tally.done, len(run.tally.warnings)
    kept = taken if judge is None or run.dry_run else await _judged(run, judge, taken)
    await run.change("upkeep/store_proposals", [_row(pair) for pair in kept])
    run.tally.proposals += run.tally.done - before
    return len(taken), len(taken) == len(new) and len(run.tally.warnings) == warned


async def _judged(run: JobRun, judge: Judge, pairs: Sequence[FactPair]) -> list[FactPair]:
    """Return the pairs that contradict each other. The others are stored as declined, so that the judge is not asked again.

    After a failure of the judge nothing is stored about the pairs that it was asked about.
    """
    contradicting: list[FactPair] = []
    others: list[FactPair] = []
    for some in batches(pairs, QUESTIONS_AT_ONCE):
        judged = await judge.facts([_question(pair) for pair in some])
        run.count(judged.calls)
        if any(call.error for call in judged.calls):
            run.tally.warnings.append(f"The judge failed; {len(some)} pairs of facts are left for the next run.")
            continue
        for pair, verdict in zip(some, judged.facts, strict=True):
            (contradicting if verdict.relation == "contradicts" else others).append(pair)
    before = run.tally.done
    await run.change("upkeep/store_proposals", [_row(pair, by="judge") for pair in others])
    run.tally.skipped += run.tally.done - before
    run.tally.done = before
    return [
        FactPair(one.later, one.earlier, one.cosine, "the judge says that they contradict") for one in contradicting
    ]


def _question(pair: FactPair) -> FactQuestion:
    known = {
        "factText": pair.earlier["text"],
        "relation": pair.earlier["relation"],
        "tValid": pair.earlier["from"],
        "tInvalid": None,
    }
    return FactQuestion(pair.later["text"], (known,))


def _row(pair: FactPair, by: str | None = None) -> Row:
    return {
        "id": str(uuid7()),
        "key": pair.key,
        "kind": "contradicts",
        "itemIds": [],
        "score": pair.cosine,
        "reasons": [pair.reason],
        "evidenceIds": [pair.later["id"], pair.earlier["id"]],
        "evidence": pair.evidence,
        "declinedBy": by,
    }
