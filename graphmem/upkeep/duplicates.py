"""The job `duplicates`: propose pairs of entities that may be one, by the names and the scores of resolution."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256

from uuid_utils import uuid7

from graphmem.claims import NameQuestion
from graphmem.graph.transaction import Row
from graphmem.ingest.resolution.candidates import Candidate
from graphmem.ingest.resolution.scoring import APART, ScoredCandidate, score_candidate
from graphmem.models.ports import Judge
from graphmem.names.normalize import slug
from graphmem.settings import Settings
from graphmem.upkeep.job_run import JobRun, batches
from graphmem_contract.upkeep import JobReport

AT_ONCE = 100
"""Entities whose neighbours in name are read in one query."""
MOST_NAMES, MOST_NEAR = 20, 20
"""Names of an entity that are compared, and entities near each of them."""
QUESTIONS_AT_ONCE = 10
UNANSWERED = "the judge did not answer"
"""The reason of a proposal that the judge should have decided on."""


@dataclass(frozen=True, slots=True)
class EntityPair:
    """Two entities that may be one: the one that stays, the other, how alike their names are, and the facts that agree.

    `is_unanswered`: the judge was asked about them and did not answer. Only a person may decide on such a pair.
    """

    stays: Row
    goes: Row
    score: float
    reason: str
    shared: tuple[str, ...]
    is_unanswered: bool = False

    @property
    def key(self) -> str:
        """What identifies a proposal about the two, whichever of them stays."""
        return "merge " + " ".join(sorted((self.stays["id"], self.goes["id"])))

    @property
    def evidence(self) -> str:
        """A hash of what the proposal rests on: names, types, and the facts that agree."""
        told = [f"{one['type']} {' '.join(sorted(map(slug, one['names'])))}" for one in (self.stays, self.goes)]
        return sha256("\n".join((*sorted(told), *sorted(self.shared))).encode()).hexdigest()


async def propose_merges(run: JobRun) -> JobReport:
    """Compare the entities that are new or have new names with those near them, and propose the pairs that may be one.

    A pair that was declined is proposed again only if its evidence changed.

    Raises:
        NotFound: nothing was ever written to the brain. DatabaseUnavailable: Neo4j is out of reach; the next run continues.
    """
    mark = await run.watermark()
    if mark.is_same_revision:
        return run.report()
    settings = await run.settings()
    judge = run.configured(run.engine.models.judge, settings) if settings.enable_llm_resolution else None
    seen: set[str] = set()
    async for page in run.pages("upkeep/renamed_entities", "id", since=mark.since):
        for ids in batches([row["id"] for row in page], AT_ONCE):
            rows = await run.read("upkeep/near_pairs", ids=ids, names=MOST_NAMES, near=MOST_NEAR)
            found = [one for one in _pairs(rows, settings) if one.key not in seen]
            seen |= {one.key for one in found}
            await _propose(run, found, judge, settings)
    await run.finish(mark)
    return run.report()


def _pairs(rows: Sequence[Row], settings: Settings) -> Iterator[EntityPair]:
    """Yield the pairs whose names are at least as alike as a judge is asked about, each pair once."""
    best: dict[str, EntityPair] = {}
    for row in rows:
        pair = pair_of(row["own"], row["other"], row["shared"])
        if pair is not None and pair.score >= settings.candidate_threshold and pair.key not in best:
            best[pair.key] = pair
    yield from best.values()


def pair_of(one: Row, other: Row, shared: Sequence[str]) -> EntityPair | None:
    """Return a pair with its score, the better of both directions; None where something tells the two apart."""
    scores = (_score(one, other), _score(other, one))
    if any(score.reason in APART for score in scores):
        return None
    best = max(scores, key=lambda score: score.score)
    stays, goes = sorted((one, other), key=lambda entity: (-entity["facts"], entity["id"]))
    return EntityPair(stays, goes, round(best.score, 3), best.reason, tuple(dict.fromkeys(shared)))


def _score(one: Row, other: Row) -> ScoredCandidate:
    known = Candidate(
        other["id"], other["key"], other["name"], other["type"], tuple(other["names"]), other["externalId"]
    )
    return max((score_candidate(name, one["type"], known) for name in one["names"]), key=lambda found: found.score)


async def _propose(run: JobRun, pairs: Sequence[EntityPair], judge: Judge | None, settings: Settings) -> None:
    """Store the pairs that nobody has decided on yet."""
    if not pairs:
        return
    known = {row["key"]: row for row in await run.read("upkeep/known_proposals", keys=[pair.key for pair in pairs])}
    new = [pair for pair in pairs if known.get(pair.key, {}).get("evidence") != pair.evidence]
    run.tally.skipped += len(pairs) - len(new)
    sure = [pair for pair in new if judge is None or pair.score >= settings.fuzzy_threshold]
    asked = [pair for pair in new if pair not in sure]
    kept = [*sure, *((pair for pair in asked) if run.dry_run or judge is None else await _judged(run, judge, asked))]
    before = run.tally.done
    await run.change("upkeep/store_proposals", [_row(pair) for pair in kept])
    run.tally.proposals += run.tally.done - before


async def _judged(run: JobRun, judge: Judge, pairs: Sequence[EntityPair]) -> list[EntityPair]:
    """Return the pairs that the judge takes for one. The others are stored as declined by it, so that it is not asked again.

    Where it fails, the pairs are proposed without its answer, and the report has a warning.
    """
    same: list[EntityPair] = []
    others: list[EntityPair] = []
    for some in batches(pairs, QUESTIONS_AT_ONCE):
        judged = await judge.names([_question(pair) for pair in some])
        run.count(judged.calls)
        failed = any(call.error for call in judged.calls)
        unanswered = 0
        for pair, verdict in zip(some, judged.names, strict=True):
            if verdict.choice is None and failed:
                same.append(replace(pair, is_unanswered=True))
                unanswered += 1
            else:
                (same if verdict.choice is not None else others).append(pair)
        if unanswered:
            run.tally.warnings.append(
                f"The judge failed; {unanswered} pairs of entities are proposed without its answer."
            )
    await run.change("upkeep/store_proposals", [_row(pair, by="judge") for pair in others])
    return same


def _question(pair: EntityPair) -> NameQuestion:
    known = {
        "id": 0,
        "name": pair.stays["name"],
        "type": pair.stays["type"],
        "aliases": pair.stays["names"],
        "facts": pair.stays["texts"],
    }
    told = " ".join(pair.goes["texts"]) or pair.goes["name"]
    return NameQuestion(pair.goes["name"], pair.goes["type"], told, (known,))


def _row(pair: EntityPair, by: str | None = None) -> Row:
    reasons = [pair.reason] if pair.reason else ["similar names"]
    if pair.shared:
        reasons.append(f"{len(pair.shared)} facts agree")
    if pair.is_unanswered:
        reasons.append(UNANSWERED)
    return {
        "id": str(uuid7()),
        "key": pair.key,
        "kind": "merge",
        "itemIds": [pair.stays["id"], pair.goes["id"]],
        "score": pair.score,
        "reasons": reasons,
        "evidenceIds": list(pair.shared),
        "evidence": pair.evidence,
        "declinedBy": by,
    }
