"""A whole brain in plain Python by docs/time.md: stated, ended, withdrawn, hidden, merged, forgotten, on both clocks."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any

from tests.properties.model_periods import FAR, Pair, Run, Said, Supposed, derive

Seen = tuple[str, str, str, int, int]
"""Subject, relation, object, from, until."""
ALONE = "follows_from"
LATER = 3000
"""Days from which on facts by hand are said: after all messages."""


@dataclass
class Statement:
    """One statement; `origins` are its entities from each step on, `away` the steps (from, until) at which it was withdrawn.

    `conditions` are as they were said; `watched` has the entities of each from each step on.
    """

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
    source: str | None = None
    by: int | None = None
    """The retraction of its source that it is withdrawn by."""
    occurred: int | None = None
    stated: bool = True
    conditions: tuple[Supposed, ...] = ()
    watched: list[tuple[int, tuple[Supposed, ...]]] = field(default_factory=list)
    speaker: str | None = None
    text: str = ""
    hidden: int | None = None
    """The request to forget that hides it."""

    def stands(self, step: int) -> bool:
        """Whether the statement was believed after a step."""
        return not self.gone and self.step <= step and not any(a <= step < b for a, b in self.away)

    def origin(self, step: int) -> tuple[str, str]:
        """The origin of the statement after a step, before any merge."""
        return next((subject, object_) for since, subject, object_ in reversed(self.origins) if since <= step)

    def watches(self, step: int) -> tuple[Supposed, ...]:
        """Its conditions after a step, before any merge."""
        return next((found for since, found in reversed(self.watched) if since <= step), ())


@dataclass
class Retraction:
    """A retraction of a source: of what was said from the step `since` on; it stands from `step` to `until`."""

    source: str
    since: int
    step: int
    until: int = FAR


@dataclass
class Request:
    """A request to forget: what it hides, and what it has withdrawn; it stands from `step` to `until`."""

    hidden: list[int]
    withdrawn: list[int]
    until: int = FAR


@lru_cache(maxsize=256)
def _runs(rows: tuple[Said, ...], ones: frozenset[str]) -> list[tuple[Pair, Run]]:
    return derive(rows, lambda pair: pair[1] in ones)


@dataclass
class World:
    """The reference. A step is one call; `merges` are (merged, into, from step, until step)."""

    statements: list[Statement] = field(default_factory=list)
    merges: list[tuple[str, str, int, int]] = field(default_factory=list)
    retractions: list[Retraction] = field(default_factory=list)
    requests: list[Request] = field(default_factory=list)
    ones: frozenset[str] = frozenset({"is_at"})

    def root(self, name: str, step: int) -> str:
        """The root of an entity after a step."""
        for merged, into, since, until in self.merges:
            if merged == name and since <= step < until:
                return self.root(into, step)
        return name

    def runs(self, step: int) -> list[tuple[str, str, Run]]:
        """Subject, relation and run of every period after a step."""
        rows = []
        for one in self.statements:
            if not one.stands(step):
                continue
            subject, object_ = (self.root(name, step) for name in one.origin(step))
            if subject != object_:
                sets = tuple(tuple(some) for some in one.evidence)
                rows.append(Said(
                    one.holds, object_, one.at, one.until, one.stated, self._occurred(one), one.confidence,
                    n=one.n, pair=(subject, one.relation), evidence=sets,
                    plan=one.holds and one.at > self._occurred(one),
                    conditions=tuple(self._rooted(found, step) for found in one.watches(step)),
                ))  # fmt: skip
        return [(*pair, run) for pair, run in _runs(tuple(rows), self.ones)]

    def _rooted(self, supposed: Supposed, step: int) -> Supposed:
        object_ = supposed.object and self.root(supposed.object, step)
        return replace(supposed, subject=self.root(supposed.subject, step), object=object_)

    def visible(self, step: int, asked: int | None = None) -> set[Seen]:
        """All facts that were believed after a step.

        Args:
            asked: the step after which this is asked: what a request to forget hides then is left out. None: nothing is left out.
        """
        gone = [] if asked is None else [n for request in self.requests if request.until == FAR for n in request.hidden]
        return {
            (subject, relation, run.period.value, run.period.start, run.period.end)
            for subject, relation, run in self.runs(step)
            if any(said.n not in gone for said in (*run.members, *run.unsupported))
        }

    def named_by(self, seen: Seen, step: int) -> int:
        """The statement that names a visible fact: the earliest of those that start in its period."""
        return min(self.all_of(seen, step))

    def all_of(self, seen: Seen, step: int) -> list[int]:
        """The statements of a visible fact."""
        run = self.run_of(seen, step)
        return [said.n for said in (*run.members, *run.unsupported)]

    def run_of(self, seen: Seen, step: int) -> Run:
        """The run behind a visible fact."""
        return next(
            run
            for subject, relation, run in self.runs(step)
            if (subject, relation, run.period.value, run.period.start) == seen[:4]
        )

    def why(self, seen: Seen, step: int) -> str | None:
        """Why a fact ends, if its own end did not end it."""
        return self.run_of(seen, step).period.why

    # ------------------------------------------------------------------ operations

    def say(self, step: int, subject: str, relation: str, object_: str, **more: Any) -> Statement | None:
        """Add a statement; nothing can be stated between merged entities."""
        ends = (self.root(subject, step), self.root(object_, step))
        if ends[0] == ends[1]:
            return None
        more = {"text": f"{subject} {relation} {object_}", **more}
        one = Statement(
            len(self.statements), step, origins=[(step, *ends)], relation=relation, said=(subject, object_), **more
        )
        one.watched = [(step, tuple(self._rooted(found, step) for found in one.conditions))]
        self.statements.append(one)
        return one

    def retract(self, step: int, seen: Seen, at: int) -> None:
        """End a fact: the end belongs to the entities of the fact's last statement."""
        run = self.run_of(seen, step - 1)
        last = max(run.covers, key=lambda cover: (cover.start, cover.end, cover.why or "", cover.said.n)).said
        about = self.statements[last.n]
        subject, object_ = about.origin(step - 1)
        members = [self.statements[said.n] for said in run.members]
        surest = max((one.confidence, self._occurred(one)) for one in members)
        text = min(one.text for one in members if (one.confidence, self._occurred(one)) == surest)
        origins = [(step, subject, object_)]
        ends = Statement(
            len(self.statements), step, False, origins, seen[1], at, confidence=1.0, about=about, text=text
        )
        self.statements.append(ends)

    @staticmethod
    def _occurred(one: Statement) -> int:
        return LATER + one.step if one.occurred is None else one.occurred

    def withdraw(self, step: int, ns: list[int]) -> None:
        """Withdraw statements."""
        for n in ns:
            self.statements[n].away.append([step, FAR])

    def put_back(self, step: int, ns: list[int]) -> None:
        """Restore withdrawn statements."""
        for n in ns:
            self.statements[n].away[-1][1] = step

    def reopen(self, step: int, seen: Seen) -> None:
        """Withdraw the ends that closed a fact."""
        for one in self.statements:
            if one.holds or not one.stands(step - 1):
                continue
            ends = tuple(self.root(name, step - 1) for name in one.origin(step - 1))
            if (ends[0], one.relation, ends[1], one.at) == (seen[0], seen[1], seen[2], seen[4]):
                one.away.append([step, FAR])

    def retract_source(self, step: int, source: str, since: int) -> int:
        """Withdraw what a source said from a step on, as far as it stands. Returns how many statements that are."""
        found = [s for s in self.statements if s.source == source and s.step >= since and s.stands(step - 1)]
        if found:
            self.retractions.append(Retraction(source, since, step))
        for one in found:
            one.away.append([step, FAR])
            one.by = len(self.retractions) - 1
        return len(found)

    def restore_source(self, step: int, index: int) -> int:
        """Restore what a retraction withdrew, as far as no later one covers it. Returns how many statements that are."""
        done = self.retractions[index]
        done.until = step
        back = 0
        for one in self.statements:
            if one.by != index or one.gone or one.hidden is not None or one.stands(step - 1):
                continue
            later = [n for n, r in enumerate(self.retractions) if n > index and r.until == FAR and self._covers(r, one)]
            one.by = later[0] if later else None
            if not later:
                one.away[-1][1] = step
                back += 1
        return back

    @staticmethod
    def _covers(retraction: Retraction, one: Statement) -> bool:
        return retraction.source == one.source and retraction.since <= one.step < retraction.step

    def ask_to_forget(self, step: int, subject: str, relation: str, object_: str | None, speaker: str) -> list[int]:
        """Hide what a speaker has said, with the ends that were put to it in its words. Returns the hidden statements."""

        wanted = (self.root(subject, step - 1), relation)
        left = [one for one in self.statements if not one.gone and one.hidden is None]
        named = [one for one in left if one.speaker == speaker and self._place(one, step)[:2] == wanted]
        named = [one for one in named if object_ is None or object_ in (self._place(one, step)[2], one.said[1])]
        about = [
            one
            for one in left
            if not one.holds
            and any(
                self._place(s, step) == self._place(one, step) and (one.about is s or one.text == s.text) for s in named
            )
        ]
        found = sorted({one.n for one in (*named, *about)})
        if found:
            withdrawn = [n for n in found if self.statements[n].stands(step - 1)]
            for n in found:
                self.statements[n].hidden = len(self.requests)
            self.withdraw(step, withdrawn)
            self.requests.append(Request(found, withdrawn))
        return found

    def undo_request(self, step: int, index: int) -> None:
        """Tell again what a request has hidden, as far as nobody has forgotten it."""
        request = self.requests[index]
        request.until = step
        back = set(request.withdrawn)
        for one in (self.statements[n] for n in request.hidden):
            one.hidden = None
            if one.by is not None and self.retractions[one.by].until < FAR:
                back.add(one.n)
                one.by = None
        self.put_back(step, sorted(back))

    def forget(self, step: int, which: list[Statement]) -> None:
        """Remove statements as if they had never been made, with the ends that a person put to them alone.

        An end of another statement too stays, in the words of that one.
        """
        for one in which:
            one.gone = True
        for end in self.statements:
            if end.about is None or end.gone:
                continue
            alike = [one for one in self.statements if one.holds and self._place(one, step) == self._place(end, step)]
            going = [one for one in which if one in alike and one.at < end.at]
            staying = [one for one in alike if not one.gone and one.at < end.at < one.until]
            if going and not staying:
                end.gone = True
            elif any(end.about is one or end.text == one.text for one in going):
                end.about, end.text = staying[0], staying[0].text

    def _place(self, one: Statement, step: int) -> tuple[str, str, str]:
        ends = [self.root(name, step - 1) for name in one.origin(step - 1)]
        return ends[0], one.relation, ends[1]

    def merge(self, step: int, into: str, merged: str) -> None:
        """Merge two entities."""
        self.merges.append((merged, into, step, FAR))

    def unmerge(self, step: int, index: int) -> None:
        """Unmerge two entities; what was learnt through the names of the second goes with it."""
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
            if one.step >= since:
                now = one.watches(step - 1)
                pairs = zip(now, one.conditions, strict=True)
                found = tuple(_learnt(end, said, above, leaving) for end, said in pairs)
                one.watched += [(step, found)] if found != now else []

    def _above(self, name: str, step: int) -> list[str]:
        for merged, into, since, until in self.merges:
            if merged == name and since <= step < until:
                return [into, *self._above(into, step)]
        return []

    def _under(self, name: str, step: int) -> list[str]:
        names = {merged for merged, *_ in self.merges}
        return [one for one in names if name in self._above(one, step)]


def _learnt(end: Supposed, said: Supposed, above: list[str], leaving: set[str]) -> Supposed:
    """A condition that was said by a name of what leaves goes with it."""

    def of(now: str | None, word: str | None) -> str | None:
        return word if now in above and word in leaving else now

    return replace(end, subject=of(end.subject, said.subject) or end.subject, object=of(end.object, said.object))
