"""An observer without a model: patterns, trends and themes that counting finds."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime

from graphmem.models.observations.observer import (
    MOST_OBSERVED,
    ObservationRequest,
    Observed,
    ObservedFact,
    WrittenObservation,
)

LEAST_SHARING = 3
"""Entities that have to share a relation to one object."""
LEAST_VALUES = 3
"""Values that have to follow one another."""
LEAST_FACTS, LEAST_SHARE = 5, 0.25
"""Facts about one entity that make a theme, and their share of all."""
NAMED = 8
"""Names that a text lists."""
LONG_AGO = datetime(1, 1, 1, tzinfo=UTC)
Facts = Sequence[ObservedFact]


class CountingObserver:
    """Notices what several entities share, what keeps changing, and what most facts are about."""

    async def observe(self, request: ObservationRequest) -> Observed:
        """Return the observations with most support first."""
        found = [*patterns(request.facts), *trends(request.facts), *themes(request.facts)]
        return Observed(tuple(sorted(found, key=lambda one: (-len(one.fact_ids), one.title))[:MOST_OBSERVED]))


def patterns(facts: Facts) -> Iterator[WrittenObservation]:
    """Yield what several entities share: the same relation to the same object, now."""
    for (relation, object_id), shared in _grouped(facts, "relation", "object_id").items():
        holding = {fact.subject_id: fact for fact in shared if fact.holds}
        if len(holding) >= LEAST_SHARING:
            told = list(holding.values())
            names, relation_words = _listed([fact.subject for fact in told]), _words(relation)
            yield _written(
                "pattern",
                f"{len(told)} share “{relation_words}” {told[0].object}",
                f"{names} share “{relation_words}” {told[0].object}.",
                told,
                f"{relation} {object_id}",
            )


def trends(facts: Facts) -> Iterator[WrittenObservation]:
    """Yield what keeps changing: a relation of one entity whose values have followed one another."""
    for (subject_id, relation), values in _grouped(facts, "subject_id", "relation").items():
        ordered = sorted(values, key=lambda fact: (fact.since or LONG_AGO, fact.id))
        followed = all(earlier.until is not None for earlier in ordered[:-1])
        if followed and len({fact.object_id for fact in ordered}) >= LEAST_VALUES:
            subject, relation_words = ordered[0].subject, _words(relation)
            steps = " → ".join(fact.object for fact in ordered[-NAMED:])
            yield _written(
                "trend",
                f"“{relation_words}” of {subject} keeps changing",
                f"{subject} has changed “{relation_words}” {len(ordered) - 1} times: {steps}.",
                ordered,
                f"{subject_id} {relation}",
            )


def themes(facts: Facts) -> Iterator[WrittenObservation]:
    """Yield what most facts are about."""
    about: dict[str, list[ObservedFact]] = defaultdict(list)
    names = {fact.object_id: fact.object for fact in facts} | {fact.subject_id: fact.subject for fact in facts}
    for fact in facts:
        for end in {fact.subject_id, *((fact.object_id,) if fact.is_entity else ())}:
            about[end].append(fact)
    for end, told in about.items():
        if len(told) >= LEAST_FACTS and len(told) >= LEAST_SHARE * len(facts):
            text = f"{len(told)} of the {len(facts)} newest facts are about {names[end]}."
            yield _written("theme", f"Much is about {names[end]}", text, told, end)


def _written(kind: str, title: str, text: str, told: Facts, key: str) -> WrittenObservation:
    """Return an observation. The more facts support it, the surer it is, up to .9."""
    confidence = min(0.9, 0.5 + 0.1 * (len(told) - 2))
    importance = max(fact.importance for fact in told)
    ids = tuple(dict.fromkeys(fact.id for fact in told))
    return WrittenObservation(kind, title, text, round(confidence, 2), importance, ids, f"{kind} {key}")  # type: ignore[arg-type]


def _grouped(facts: Facts, *by: str) -> Mapping[tuple[str, ...], list[ObservedFact]]:
    groups: dict[tuple[str, ...], list[ObservedFact]] = defaultdict(list)
    for fact in facts:
        groups[tuple(getattr(fact, name) for name in by)].append(fact)
    return groups


def _listed(names: Sequence[str]) -> str:
    told = list(dict.fromkeys(names))
    if len(told) > NAMED:
        return f"{', '.join(told[:NAMED])} and {len(told) - NAMED} others"
    return f"{', '.join(told[:-1])} and {told[-1]}" if len(told) > 1 else told[0]


def _words(relation: str) -> str:
    return relation.replace("_", " ")
