"""A whole brain in plain Python by docs/time.md: stated, ended, withdrawn, merged, forgotten, on both clocks."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import groupby
from typing import Any

from tests.properties.model import FAR, Period, Run, Said, derived

Seen = tuple[str, str, str, int, int]
"""Subject, relation, object, from, until."""
ALONE = "follows_from"


@dataclass
class Statement:
    """One statement; `origins` says whose it was from which step on, `away` when it was withdrawn (from, until step)."""

    n: int
    step: int
    holds: bool
    origins: list[tuple[int, str, str]]
    relation: str
    at: int
    until: int = FAR
    confidence: float = 0.8
    said: tuple[str, str] = ("", "")
    episode: int | None = None
    about: Statement | None = None
    away: list[list[int]] = field(default_factory=list)
    evidence: list[list[int]] = field(default_factory=list)
    gone: bool = False

    def stands(self, step: int) -> bool:
        """Whether it was believed after a step."""
        return not self.gone and self.step <= step and not any(a <= step < b for a, b in self.away)

    def origin(self, step: int) -> tuple[str, str]:
        """Whose it was after a step, before any merge."""
        return next((subject, object_) for since, subject, object_ in reversed(self.origins) if since <= step)


@dataclass
class World:
    """The reference. A step is one call; `merges` are (merged, into, from step, until step)."""

    statements: list[Statement] = field(default_factory=list)
    merges: list[tuple[str, str, int, int]] = field(default_factory=list)
    ones: frozenset[str] = frozenset({"is_at"})

    def root(self, name: str, step: int) -> str:
        """What somebody was after a step."""
        for merged, into, since, until in self.merges:
            if merged == name and since <= step < until:
                return self.root(into, step)
        return name

    def runs(self, step: int) -> list[tuple[str, str, Run]]:
        """Subject, relation and run of every period after a step; evidence is not looked at."""
        rows = []
        for one in self.statements:
            if not one.stands(step):
                continue
            subject, object_ = (self.root(name, step) for name in one.origin(step))
            if subject != object_:
                said = Said(one.holds, object_, one.at, one.until, True, one.step, one.confidence, n=one.n)
                rows.append((subject, one.relation, said))
        out = []
        for (subject, relation), group in groupby(sorted(rows, key=lambda r: r[:2]), key=lambda r: r[:2]):
            found = derived([said for _, _, said in group], relation in self.ones)
            out += [(subject, relation, run) for run in found]
        return out

    def visible(self, step: int) -> set[Seen]:
        """All facts that were believed after a step."""
        runs = self.runs(step)
        limits = self._limits(runs)
        out = set()
        for subject, relation, run in runs:
            end = min(run.period.end, limits.get(run.members[0].n, FAR))
            if run.period.start < end:
                out.add((subject, relation, run.period.value, run.period.start, end))
        return out

    def _limits(self, runs: list[tuple[str, str, Run]]) -> dict[int, int]:
        """Until when the evidence of each resting statement holds: the least fixpoint."""
        own = {said.n: run.period for _, _, run in runs for said in run.members}
        resting = {n: self.statements[n].evidence for n in own if self.statements[n].evidence}
        limits = dict.fromkeys(resting, -1)
        while True:
            fresh = {n: max(min(_until(m, own, limits) for m in some) for some in sets) for n, sets in resting.items()}
            if fresh == limits:
                return limits
            limits = fresh

    def run_of(self, seen: Seen, step: int) -> Run:
        """The run behind a fact that is seen."""
        return next(
            run
            for subject, relation, run in self.runs(step)
            if (subject, relation, run.period.value, run.period.start) == seen[:4]
        )

    def why(self, seen: Seen, step: int) -> str | None:
        """Why a fact ends, if anything but its own end made it."""
        run = self.run_of(seen, step)
        return "cascade" if seen[4] < run.period.end else run.period.why

    # ------------------------------------------------------------------ what people do

    def say(self, step: int, subject: str, relation: str, object_: str, **more: Any) -> Statement | None:
        """A statement; between what is one nothing can be said."""
        ends = (self.root(subject, step), self.root(object_, step))
        if ends[0] == ends[1]:
            return None
        one = Statement(
            len(self.statements), step, origins=[(step, *ends)], relation=relation, said=(subject, object_), **more
        )
        self.statements.append(one)
        return one

    def retract(self, step: int, seen: Seen, at: int) -> None:
        """Somebody ends a fact: the end belongs where the fact's last statement does."""
        run = self.run_of(seen, step - 1)
        last = max(run.members, key=lambda said: (said.at, self._cover_end(said, run), said.n))
        about = self.statements[last.n]
        subject, object_ = about.origin(step - 1)
        ends = Statement(
            len(self.statements), step, False, [(step, subject, object_)], seen[1], at, confidence=1.0, about=about
        )
        self.statements.append(ends)

    def _cover_end(self, said: Said, run: Run) -> int:
        return min(said.until, run.period.end)

    def withdraw(self, step: int, ns: list[int]) -> None:
        """Statements are taken back."""
        for n in ns:
            self.statements[n].away.append([step, FAR])

    def put_back(self, step: int, ns: list[int]) -> None:
        """Statements that were taken back count again."""
        for n in ns:
            self.statements[n].away[-1][1] = step

    def reopen(self, step: int, seen: Seen) -> None:
        """The ends that closed a fact are taken back."""
        for one in self.statements:
            if one.holds or not one.stands(step - 1):
                continue
            ends = tuple(self.root(name, step - 1) for name in one.origin(step - 1))
            if (ends[0], one.relation, ends[1], one.at) == (seen[0], seen[1], seen[2], seen[4]):
                one.away.append([step, FAR])

    def forget(self, which: list[Statement]) -> None:
        """As if they had never been."""
        for one in which:
            one.gone = True

    def merge(self, step: int, into: str, merged: str) -> None:
        """Two are one from now on."""
        self.merges.append((merged, into, step, FAR))

    def unmerge(self, step: int, index: int) -> None:
        """They are two again; what was learnt through the other's names goes with it."""
        merged, into, since, _ = self.merges[index]
        above = self._above(merged, step - 1)
        leaving = {merged, *self._under(merged, step - 1)}
        self.merges[index] = (merged, into, since, step)
        for one in self.statements:
            owner = one.about or one
            ends = one.origin(step - 1)
            learnt = [
                said if end in above and said in leaving else end for end, said in zip(ends, owner.said, strict=True)
            ]
            if owner.step >= since and tuple(learnt) != ends:
                one.origins.append((step, learnt[0], learnt[1]))

    def _above(self, name: str, step: int) -> list[str]:
        for merged, into, since, until in self.merges:
            if merged == name and since <= step < until:
                return [into, *self._above(into, step)]
        return []

    def _under(self, name: str, step: int) -> list[str]:
        names = {merged for merged, *_ in self.merges}
        return [one for one in names if name in self._above(one, step)]


def _until(n: int, own: dict[int, Period], limits: dict[int, int]) -> int:
    """Until when a fact that something rests on holds itself; -1 = not at all."""
    if n not in own:
        return -1
    end = min(own[n].end, limits.get(n, FAR))
    return end if own[n].start < end else -1
