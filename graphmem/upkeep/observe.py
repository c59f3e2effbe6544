"""The job `observations`: notice what recent facts show together, and how the emotions of recent messages change.

What is found again is reinforced; what lost its support is retired.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta

import numpy as np
from uuid_utils import uuid7

from graphmem.claims import FactQuestion
from graphmem.graph.transaction import Row
from graphmem.models.calls import calls_of
from graphmem.models.observations.observer import (
    MOST_OBSERVED,
    ObservationRequest,
    ObservedFact,
    WrittenObservation,
)
from graphmem.models.ports import Judge
from graphmem.settings import Settings
from graphmem.upkeep.emotions.trends import EMOTIONAL
from graphmem.upkeep.emotions.write_trends import write_trends
from graphmem.upkeep.job_run import JobRun
from graphmem_contract.errors import ModelError
from graphmem_contract.upkeep import JobReport

MOST_FACTS = 500
"""The newest facts that an observer gets."""
LEAST_SUPPORT = 2
"""Facts without which an observation is retired. Half of those that it began with have to be left, too."""
SAME_COSINE, DOUBTFUL_COSINE = 0.92, 0.8
"""Cosine from which two texts are one observation, and from which the judge is asked whether they are."""
BY_HOLDING = ("pattern", "preference")
"""Kinds that speak of the present: facts that have ended do not support them."""


@dataclass(frozen=True, slots=True)
class Known:
    """An observation of the brain, with the number of facts that still support it."""

    row: Row

    @property
    def has_support(self) -> bool:
        """Whether enough of its facts are left."""
        left = self.row["holding" if self.row["kind"] in BY_HOLDING else "believed"]
        return bool(left >= max(LEAST_SUPPORT, len(self.row["factIds"]) / 2))


@dataclass(frozen=True, slots=True)
class Looked:
    """What an observer was told: the facts by their ids, the versions of these, and the observations of the brain."""

    facts: Mapping[str, ObservedFact]
    versions: Mapping[str, int]
    known: Sequence[Known]

    @property
    def told(self) -> list[Row]:
        """The observations whose texts it was told."""
        return [one.row for one in self.known if one.has_support]

    @property
    def sentences(self) -> list[list[str]]:
        """The ids and the sentences of the facts."""
        return [[fact.id, fact.text] for fact in self.facts.values()]


async def observe(run: JobRun) -> JobReport:
    """Retire the observations that lost their support, then look at the recent facts.

    Emotional trends are looked at first, where the brain wants them: they need no model. A model that fails leaves all
    other observations as they are, with a warning; the next run asks again.

    Raises:
        NotFound: nothing was ever written to the brain. DatabaseUnavailable: Neo4j is out of reach; the next run continues.
    """
    mark = await run.watermark()
    settings = run.settings_at(mark)
    options = EMOTIONAL if settings.emotional_trends else None
    if mark.day == run.today and mark.is_same_revision and mark.options == options:
        return run.report()
    rows = await run.read("upkeep/known_observations", now=run.now)
    await write_trends(run, settings, [row for row in rows if row["kind"] == EMOTIONAL])
    known = [Known(row) for row in rows if row["kind"] != EMOTIONAL]
    lost = [one.row for one in known if one.row["status"] == "active" and not one.has_support]
    await run.change("upkeep/retire_observations", [{"id": row["id"]} for row in lost])
    if mark.is_same_revision or await _look(run, settings, known):
        await run.finish(mark, options)
    return run.report()


async def _look(run: JobRun, settings: Settings, known: Sequence[Known]) -> bool:
    """Observe the recent facts and store what is new or has other support. Return whether the observer answered."""
    since = run.now - timedelta(days=settings.observation_days)
    rows = await run.read("upkeep/observed_facts", since=since, now=run.now, limit=MOST_FACTS)
    facts = {row["fact"]["id"]: _fact(row["fact"]) for row in rows}
    if run.dry_run or not facts:
        return True
    looked = Looked(facts, {row["fact"]["id"]: row["recorded"] for row in rows}, known)
    texts = tuple(row["text"] for row in looked.told)
    observer = run.configured(run.engine.models.observer, settings)
    try:
        observed = await observer.observe(ObservationRequest(tuple(facts.values()), texts, settings.instructions))
    except ModelError as error:
        run.count(calls_of(error))
        run.tally.warnings.append(f"Nothing was observed: {error.code}.")
        return False
    run.count(observed.calls)
    found = [one for one in observed.observations if len(set(one.fact_ids) & set(facts)) >= LEAST_SUPPORT]
    judge = run.configured(run.engine.models.judge, settings)
    rows = await _rows(run, judge, found[:MOST_OBSERVED], looked)
    ids = [row["id"] for row in looked.told]
    await run.change("upkeep/store_observations", rows, told=looked.sentences, known=ids)
    return True


async def _rows(
    run: JobRun,
    judge: Judge | None,
    found: Sequence[WrittenObservation],
    looked: Looked,
) -> list[Row]:
    """Return what is stored: new observations, and known ones that other facts support now."""
    if not found:
        return []
    vectors = await run.engine.models.embedder.embed([one.text for one in found])
    rows: dict[str, Row] = {}
    for one, vector in zip(found, vectors, strict=True):
        same = await _same(run, judge, one, vector, looked.known)
        ids = [id_ for id_ in one.fact_ids if id_ in looked.facts]
        if same and set(ids) <= set(same["factIds"]) and same["status"] == "active":
            run.tally.skipped += 1
            continue
        row = _row(run, one, vector, ids, looked) | ({"key": same["key"]} if same else {})
        rows.setdefault(row["key"], row)
    return list(rows.values())


def _row(run: JobRun, one: WrittenObservation, vector: Sequence[float], ids: Sequence[str], looked: Looked) -> Row:
    id_ = str(uuid7())
    return {
        "id": id_,
        "key": one.key or f"told {id_}",
        "kind": one.kind,
        "title": one.title,
        "text": one.text,
        "confidence": one.confidence,
        "importance": one.importance,
        "facts": [[id_, looked.versions[id_]] for id_ in ids],
        "episodeIds": list(dict.fromkeys(episode for id_ in ids for episode in looked.facts[id_].episode_ids)),
        "vector": list(vector),
        "at": run.now,
    }


async def _same(
    run: JobRun, judge: Judge | None, one: WrittenObservation, vector: Sequence[float], known: Sequence[Known]
) -> Row | None:
    """Return the known observation that this one repeats: by its key, else by its text, else by the judge."""
    by_key = next((other.row for other in known if other.row["key"] == one.key), None)
    if by_key or one.key:
        return by_key
    near = sorted(_near(vector, known), key=lambda pair: -pair[0])[:3]
    if near and near[0][0] >= SAME_COSINE:
        return near[0][1]
    if not near or judge is None:
        return None
    question = FactQuestion(one.text, tuple({"text": row["text"]} for _, row in near))
    judged = await judge.facts([question])
    run.count(judged.calls)
    verdict = judged.facts[0]
    is_same = verdict.relation in ("same", "refines") and verdict.choice is not None
    return near[verdict.choice or 0][1] if is_same else None


def _near(vector: Sequence[float], known: Sequence[Known]) -> Iterator[tuple[float, Row]]:
    """Yield the known observations whose texts may say the same, with the cosine."""
    for other in known:
        stored = other.row["vector"]
        if stored is not None and len(stored) == len(vector):
            cosine = float(np.dot(vector, stored))
            if cosine >= DOUBTFUL_COSINE:
                yield cosine, other.row


def _fact(row: Row) -> ObservedFact:
    return ObservedFact(
        row["id"], row["subjectId"], row["subject"], row["relation"], row["objectId"], row["object"], row["text"], row["since"],
        row["until"], row["holds"], row["isEntity"], row["importance"], tuple(row["episodeIds"]),
    )  # fmt: skip
