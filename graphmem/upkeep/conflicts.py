"""The job `conflicts`: propose to end facts that a later one seems to contradict, where one of the two weighs much."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from hashlib import sha256

from uuid_utils import uuid7

from graphmem.claims import FactQuestion
from graphmem.contract.upkeep.jobs import JobReport
from graphmem.graph.transaction import Row
from graphmem.models.ports import Judge
from graphmem.upkeep.job_run import JobRun, batches

HEAVY = 0.7
"""Importance from which a fact weighs much. A core fact always does."""
LEAST_COSINE = 0.6
"""Least cosine of two facts that the judge is asked about."""
ALIKE_COSINE = 0.85
"""Least cosine of two facts that are proposed where nobody judges."""
NEAR = 10
"""Facts that are looked at around each new one."""
SEARCHED = 250
"""New facts of one query. It searches the vectors for each."""
MOST = 50
"""Most pairs of one run, those that weigh most first."""
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


async def propose_contradictions(run: JobRun) -> JobReport:
    """Compare the facts that are new with those near them, and propose the pairs that may contradict each other.

    With a judge: the pairs that it says contradict. Without one: pairs about one subject and relation that are very alike. What
    was declined is proposed again only if its evidence changed.

    Raises:
        NotFound: nothing was ever written to the brain. DatabaseUnavailable: Neo4j is out of reach; the next run continues.
    """
    mark = await run.watermark()
    if mark.is_same_revision:
        return run.report()
    judge = run.configured(run.engine.models.judge, await run.settings())
    least = LEAST_COSINE if judge else ALIKE_COSINE
    found: dict[str, FactPair] = {}
    searched = {"since": mark.since or LONG_AGO, "now": run.now, "heavy": HEAVY, "least": (1 + least) / 2, "near": NEAR}
    async for page in run.pages("upkeep/near_facts", "factId", SEARCHED, **searched):
        found |= {pair.key: pair for pair in pairs_of(page) if judge or pair.says_one_thing_twice}
    if await _propose(run, list(found.values()), judge):
        await run.finish(mark)
    return run.report()


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


async def _propose(run: JobRun, pairs: Sequence[FactPair], judge: Judge | None) -> bool:
    """Store the pairs that weigh most and that nobody has decided on. Return whether none is left for the next run."""
    known = {row["key"]: row for row in await run.read("upkeep/known_proposals", keys=[pair.key for pair in pairs])}
    new = [pair for pair in pairs if known.get(pair.key, {}).get("evidence") != pair.evidence]
    run.tally.skipped += len(pairs) - len(new)
    taken = sorted(new, key=lambda pair: pair.weight, reverse=True)[:MOST]
    before, warned = run.tally.done, len(run.tally.warnings)
    kept = taken if judge is None or run.dry_run else await _judged(run, judge, taken)
    await run.change("upkeep/store_proposals", [_row(pair) for pair in kept])
    run.tally.proposals += run.tally.done - before
    return len(taken) == len(new) and len(run.tally.warnings) == warned


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
