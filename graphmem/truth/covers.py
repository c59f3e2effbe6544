"""What each statement of a group covers, or why it covers nothing, by the outcomes of the walk."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from datetime import datetime

from graphmem.truth.periods import Cover, Cut, Lost
from graphmem.truth.statement import Outcome, Statement, Walked


def covers_of(
    holds: Sequence[Statement], ends: Sequence[Statement], walked: Walked, causes: Causes
) -> tuple[list[Cover], list[Lost]]:
    """Return the covers of the statements of one group, and the statements without one. A plan that has begun is left out."""
    by_id = {said.id: said for said in (*holds, *ends)}
    precisions = _Precisions(holds, walked)
    covers: list[Cover] = []
    lost: list[Lost] = []
    for said in _by_start(holds):
        outcome = walked.outcomes[said.id]
        if outcome.silent is None:
            assert outcome.at is not None
            cut = _cut(said, outcome, by_id, precisions, causes)
            if outcome.at < cut.at:
                covers.append(Cover(said, outcome.at, cut, said.id in walked.pending))
        elif outcome.silent != "begun":
            because = causes.of(said, outcome.to, None) if outcome.silent == "unsupported" else None
            lost.append(Lost(said, outcome.silent, by_id.get(outcome.to or ""), because))
    return covers, lost


def _by_start(holds: Iterable[Statement]) -> list[Statement]:
    """Earliest start first, of equal starts the surer; never by arrival."""
    ranked = sorted(sorted(holds, key=lambda one: one.id), key=lambda one: one.rank, reverse=True)
    return sorted(ranked, key=lambda one: one.at)


def _cut(
    said: Statement,
    outcome: Outcome,
    by_id: dict[str, Statement],
    precisions: _Precisions,
    causes: Causes,
) -> Cut:
    assert outcome.until is not None
    at = outcome.until
    match outcome.why:
        case "superseded":
            return Cut(at, "superseded", outcome.by, precisions.start(outcome.by, at))
        case "ended":
            why, by = outcome.cause or ("ended", outcome.by)
            return Cut(at, why, by, by_id[outcome.by].props.get("atPrecision") if outcome.by in by_id else None)
        case "cascade":
            return Cut(at, "cascade", causes.of(said, outcome.by, at))
        case "cycle":
            return Cut(at, "cycle")
        case _:
            return Cut(at, None, None, precisions.end(said, at))


class _Precisions:
    """How precisely starts and ends of a group are known."""

    def __init__(self, holds: Sequence[Statement], walked: Walked) -> None:
        self.starts: dict[tuple[str, datetime], Statement] = {}
        self.ends: dict[tuple[str, datetime], Statement] = {}
        for said in sorted(holds, key=lambda one: one.rank, reverse=True):
            outcome = walked.outcomes[said.id]
            if outcome.at is not None:
                self.starts.setdefault((said.value, outcome.at), said)
                self.ends.setdefault((said.value, said.until), said)

    def start(self, value: str | None, at: datetime) -> str | None:
        said = self.starts.get((value or "", at))
        return said.props.get("atPrecision") if said else None

    def end(self, said: Statement, at: datetime) -> str | None:
        stating = said if said.until == at else self.ends.get((said.value, at))
        return stating.props.get("untilPrecision") if stating else None


class Causes:
    """The id of what ended a cover: of the evidence, or of the first statement about the value that a condition named."""

    def __init__(self, statements: Iterable[Statement], walked: Walked) -> None:
        self.walked = walked
        self.ids = {said.id for said in statements}
        self.at: dict[str, list[Statement]] = defaultdict(list)
        for said in statements:
            self.at[f"{said.subject} {said.relation}"].append(said)
            if said.symmetric:
                self.at[f"{said.object} {said.relation}"].append(said)

    def of(self, said: Statement, by: str | None, until: datetime | None) -> str | None:
        """Return the id of the cause. `by`: of the walk, an id or a subject and relation; `until`: when the cover ended."""
        if by is None or by in self.ids:
            return by
        if all(condition.words != by for condition in said.holds_while):
            return by
        ended = [one for one in self.at.get(by, ()) if self._ended(one, until)]
        return min(ended, key=lambda one: (one.recorded, one.id)).id if ended else None

    def _ended(self, said: Statement, until: datetime | None) -> bool:
        outcome = self.walked.outcomes.get(said.id)
        return outcome is not None and outcome.silent is None and until is not None and outcome.until == until
