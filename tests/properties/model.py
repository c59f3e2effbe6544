"""The rules of time in plain Python: the reference for the database's derivation (docs/time.md, R2, R3, R4, R5, R7).

It walks through valid time, earliest instant first. What happens at an instant depends on what held before it and on what
happens at it. Inside an instant, what holds is the well-founded model: the alternation of two least fixpoints.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple

FAR = 10**9
Pair = tuple[str, str]
"""A subject and a relation."""


@dataclass(frozen=True)
class Said:
    """One statement about one subject and relation. Times are day numbers; `until` FAR = open; `recorded` orders arrivals.

    `n` names the statement as evidence; `evidence` is a list of sets of such names: (a and b) or c.
    """

    holds: bool
    value: str
    at: int
    until: int = FAR
    stated: bool = True
    occurred: int = 0
    confidence: float = 0.8
    event: bool = False
    plan: bool = False
    n: int = 0
    second: bool = False
    pair: Pair = ("", "")
    evidence: tuple[tuple[int, ...], ...] = ()
    text: str = ""
    verdict: tuple[str, str] | None = None

    @property
    def words(self) -> frozenset[str]:
        """The words of its sentence beside the fact; without any, the sentence is that of the bare fact."""
        return frozenset(self.text.split())

    @property
    def basis(self) -> frozenset[str]:
        """The words of the sentence that a judge compared its own with: `verdict` is "same" or "refines", and that sentence."""
        return frozenset(self.verdict[1].split()) if self.verdict else frozenset()

    @property
    def details(self) -> frozenset[str]:
        """The words that count when sentences are compared (R11)."""
        if self.verdict is None:
            return self.words
        return self.basis if self.verdict[0] == "same" else self.words | self.basis

    @property
    def rank(self) -> tuple[int, float, str]:
        """Of equal starts the greatest wins. Nothing of it is arrival."""
        return self.occurred, self.confidence, self.value


@dataclass(frozen=True)
class Period:
    """A value that holds in `[start, end)`; `why` says what cut it."""

    value: str
    start: int
    end: int
    why: str | None


class Cover(NamedTuple):
    """What one statement carries."""

    said: Said
    start: int
    end: int
    why: str | None


class Run(NamedTuple):
    """A period with its statements; `unsupported` are those that start in it and have no evidence any more."""

    period: Period
    members: tuple[Said, ...]
    unsupported: tuple[Said, ...] = ()
    covers: tuple[Cover, ...] = ()


Alone = Callable[[Pair], bool]
"""Whether a subject and relation have one value at a time."""
Ends = Callable[[str], set[str]]
"""The ends of a value; of one relation, values that share an end exclude each other."""


def periods(statements: list[Said], one: bool) -> set[Period]:
    """Return all periods that follow from the statements, in any order."""
    return {run.period for run in derived(statements, one)}


def symmetric_periods(statements: list[Said], one: bool) -> set[Period]:
    """A value is two ends, "a|b": with cardinality one it excludes every other value that shares an end with it."""
    return {run.period for run in derived(statements, one, lambda value: set(value.split("|")))}


def derived(statements: list[Said], one: bool, ends: Ends = lambda _: {""}) -> list[Run]:
    """Return all periods of one subject and relation, each with its statements."""
    return [run for _, run in derive(statements, lambda _: one, ends)]


def derive(statements: Sequence[Said], one: Alone, ends: Ends = lambda _: {""}) -> list[tuple[Pair, Run]]:
    """Return all periods, each with its pair and its statements; evidence may lead from one pair to another."""
    walk = Walk([_with_verdict(_for_its_own_interval(s), statements) for s in statements], one, ends).run()
    out: list[tuple[Pair, Run]] = []
    for pair, value in sorted({(s.pair, s.value) for s in walk.holds}):
        covers = [c for c in walk.covers if (c.said.pair, c.said.value) == (pair, value)]
        seams = {e.at for e in walk.ends if (e.pair, e.value) == (pair, value)}
        unsupported = [
            s
            for i, s in enumerate(walk.holds)
            if (s.pair, s.value) == (pair, value) and walk.silent.get(i) in ("unsupported", "cycle")
        ]
        for run in joined(value, covers, seams):
            inside = tuple(s for s in unsupported if run.period.start <= s.at < run.period.end)
            mine = tuple(c for c in covers if run.period.start <= c.start and c.end <= run.period.end)
            out.append((pair, run._replace(unsupported=inside, covers=tuple(c for c in mine if c.said in run.members))))
    return out + _before(walk, out)


def _for_its_own_interval(s: Said) -> Said:
    """An event with only a day stated holds for that day."""
    return replace(s, until=s.at + 1) if s.holds and s.event and s.stated and s.until == FAR else s


def _with_verdict(s: Said, statements: Iterable[Said]) -> Said:
    """A verdict is about a sentence: it counts for every statement with the same sentence."""
    if s.verdict or not s.words or not s.holds:
        return s
    judged = [x for x in statements if x.holds and x.verdict and _same(x, s) and x.words == s.words]
    best = max(judged, key=lambda x: (x.occurred, x.confidence, x.text, x.n), default=s)
    return replace(s, verdict=best.verdict)


def _has_begun(plan: Said, statements: Iterable[Said]) -> bool:
    """A plan is replaced by a later statement that the same value has begun."""
    return any(
        s.holds and _same(s, plan) and not s.plan and s.stated and s.occurred > plan.occurred for s in statements
    )


def _same(x: Said, s: Said) -> bool:
    return (x.pair, x.value) == (s.pair, s.value)


def _ends(e: Said, s: Said) -> bool:
    return _same(e, s) and e.at > s.at and not (e.second and not s.second and e.confidence < s.confidence)


@dataclass
class Walk:
    """The walk through valid time."""

    said: list[Said]
    one: Alone
    ends_of: Ends
    holds: list[Said] = field(default_factory=list)
    ends: list[Said] = field(default_factory=list)
    alive: dict[int, int] = field(default_factory=dict)
    until: dict[int, int] = field(default_factory=dict)
    spell: dict[int, tuple[Pair, str, int]] = field(default_factory=dict)
    covers: list[Cover] = field(default_factory=list)
    yielded: list[tuple[Said, Said]] = field(default_factory=list)
    silent: dict[int, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        told = [s for s in self.said if not (s.holds and s.plan and _has_begun(s, self.said))]
        self.ends = [s for s in told if not s.holds]
        every = [s for s in told if s.holds]
        self.holds = [s for s in every if not (self.one(s.pair) and self._unheard(s, every))]
        self.index = {id(s): i for i, s in enumerate(self.holds)}
        self.named = {s.n: i for i, s in enumerate(self.holds)}

    def run(self) -> Walk:
        """Walk through all instants."""
        times = {t for s in self.holds for t in (s.at, s.until)} | {e.at for e in self.ends}
        for t in sorted(t for t in times if t < FAR):
            self._instant(t)
        self.covers += [Cover(self.holds[i], start, self.until[i], None) for i, start in self.alive.items()]
        return self

    def excludes(self, x: Said, s: Said) -> bool:
        """Whether two values cannot hold at the same time."""
        apart = x.pair == s.pair and x.value != s.value and not x.event and not s.event
        return apart and self.one(s.pair) and bool(self.ends_of(x.value) & self.ends_of(s.value))

    def _unheard(self, s: Said, every: list[Said]) -> bool:
        """A second-hand statement has no period while the user's own, more confident statement of another value holds."""
        if not s.second or s.event:
            return False
        own = [x for x in every if not x.second and not x.event]
        return any(
            self.excludes(x, s)
            and x.confidence > s.confidence
            and x.at <= s.at < x.until
            and not any(_ends(e, x) and e.at <= s.at for e in self.ends)
            and not any(
                self.excludes(y, x)
                and x.at < y.at <= s.at
                and not (x.stated and not y.stated and x.occurred > y.occurred)
                for y in own
            )
            and (x.stated or not any(_same(z, x) and z.at <= x.at < z.until <= s.at for z in every))
            for x in own
        )

    def _instant(self, t: int) -> None:
        every = range(len(self.holds))
        ended = {i for i in self.alive for e in self.ends if e.at == t and _ends(e, self.holds[i])}
        going = {i for i in self.alive if i not in ended and self.until[i] > t}
        fresh = {i for i in every if self.holds[i].at == t < self.holds[i].until}
        later = {i for i in every if self.holds[i].at > t} if any(s.evidence for s in self.holds) else set()
        before = {self._value(i): self.spell[i] for i in self.alive if i in going or not self._seam(i, t)}
        self.joining = {i: before.get(self._value(i), (*self._value(i), t)) for i in fresh}
        while True:
            low, high = self._well_founded(t, going, fresh, later)
            odd = self._paradox(high - low - later, going)
            if not odd:
                break
            going, fresh = going - odd, fresh - odd
            self.silent |= dict.fromkeys(odd, "cycle")
        self._commit(t, low - later, going, fresh, ended)

    def _value(self, i: int) -> tuple[Pair, str]:
        return self.holds[i].pair, self.holds[i].value

    def _seam(self, i: int, t: int) -> bool:
        return any(e.at == t and _same(e, self.holds[i]) for e in self.ends)

    def _well_founded(self, t: int, going: set[int], fresh: set[int], later: set[int]) -> tuple[set[int], set[int]]:
        """What holds, and what might."""
        low: set[int] = set()
        while True:
            high = self._least(t, going, fresh, later, low)
            new = self._least(t, going, fresh, later, high)
            if new == low:
                return low, high
            low = new

    def _least(self, t: int, going: set[int], fresh: set[int], later: set[int], other: set[int]) -> set[int]:
        """The least set that holds; what must not hold is looked up in `other`."""
        free = [i for i in going | fresh | later if i in later or not self._blocked(i, t, other - later, going, fresh)]
        found: set[int] = set()
        while new := {i for i in free if i not in found and self._carried(i, found)}:
            found |= new
        return found

    def _blocked(self, i: int, t: int, other: set[int], going: set[int], fresh: set[int]) -> bool:
        s = self.holds[i]
        rivals = [j for j in other if self.excludes(self.holds[j], s)]
        if i in going:
            return any(j not in going and not self._outweighs(i, j, fresh) for j in rivals)
        return any(self._outweighs(j, i, fresh) if j in going else self.holds[j].rank > s.rank for j in rivals)

    def _outweighs(self, j: int, i: int, fresh: set[int]) -> bool:
        """An assumed start yields to a value that goes on, if its start is stated and was said later (R3)."""
        x, s = self.holds[j], self.holds[i]
        if s.stated or not x.stated or x.occurred <= s.occurred:
            return False
        if x.second and not s.second and x.confidence < s.confidence:
            return False
        return not any(self.holds[k].stated and self.excludes(self.holds[k], x) for k in fresh)

    def _carried(self, i: int, found: set[int]) -> bool:
        sets = self.holds[i].evidence
        return not sets or any(all(self._stands(n, found) for n in some) for some in sets)

    def _stands(self, n: int, found: set[int]) -> bool:
        """Whether the period stands in which a statement starts; before its start, whether its evidence does."""
        i = self.named.get(n)
        if i is None:
            return False
        mine = self.spell.get(i, self.joining.get(i))
        return i in found or (mine is not None and any(self.joining.get(j, self.spell.get(j)) == mine for j in found))

    def _paradox(self, undecided: set[int], going: set[int]) -> set[int]:
        """Of what cannot be decided, the starts that rest on evidence at the bottom (else what goes on)."""
        need = {
            i: {
                j
                for j in undecided
                if self.excludes(self.holds[j], self.holds[i])
                or any(self._stands(n, {j}) for some in self.holds[i].evidence for n in some)
            }
            for i in undecided
        }
        reach = {i: _closure(i, need) for i in undecided}
        bottom = {i for i in undecided if self.holds[i].evidence and all(i in reach[j] for j in reach[i])}
        return bottom - going or bottom

    def _commit(self, t: int, low: set[int], going: set[int], fresh: set[int], ended: set[int]) -> None:
        starts = low - set(self.alive)
        for i in [i for i in self.alive if i not in low]:
            s = self.holds[i]
            why: str | None = None if self.until[i] <= t else "cascade"
            if self.until[i] > t and any(self.excludes(self.holds[j], s) for j in starts):
                why = "superseded"
            elif i in ended:
                why = "ended"
            self.covers.append(Cover(s, self.alive.pop(i), t, why))
        for i in fresh - low:
            self._note(i, low, starts)
            self.spell[i] = self.joining[i]
        for i in starts:
            s = self.holds[i]
            self.alive[i], self.spell[i], self.until[i] = t, self.joining[i], s.until
            if s.until == FAR and not s.stated:
                self.until[i] = min([self.holds[j].until for j in low if _same(self.holds[j], s)], default=FAR)

    def _note(self, i: int, low: set[int], starts: set[int]) -> None:
        s = self.holds[i]
        rivals = [j for j in low if self.excludes(self.holds[j], s)]
        stronger = [j for j in rivals if j in starts and self.holds[j].rank > s.rank]
        if not rivals:
            self.silent[i] = "unsupported"
            return
        rival = max(stronger or rivals, key=lambda j: _key(self.holds[j]))
        self.silent[i] = "equal_start" if rival in starts else "yields"
        if rival not in starts and not s.evidence:
            self.yielded.append((s, self.holds[rival]))


def _key(s: Said) -> tuple[int, float, str, int, int]:
    return *s.rank, s.at, s.n


def _closure(start: int, near: dict[int, set[int]]) -> set[int]:
    todo, seen = list(near[start]), set[int]()
    while todo:
        if (x := todo.pop()) not in seen:
            seen.add(x)
            todo += near[x]
    return seen


def joined(value: str, covers: list[Cover], seams: set[int]) -> list[Run]:
    """Covers of a value that overlap or touch are one period, unless a stated end lies exactly at the seam."""
    out: list[tuple[int, int, str | None, tuple[Said, ...]]] = []
    for said, start, end, why in sorted(covers, key=lambda c: (c.start, c.end, c.why or "", c.said.n)):
        if out and start <= out[-1][1] and not (start == out[-1][1] and start in seams):
            first, last, reason, members = out[-1]
            out[-1] = (first, *((end, why) if end > last else (last, reason)), (*members, said))
        else:
            out.append((start, end, why, (said,)))
    return [Run(Period(value, start, end, why), members) for start, end, why, members in out]


def _before(walk: Walk, runs: list[tuple[Pair, Run]]) -> list[tuple[Pair, Run]]:
    """What yielded held some time before: in the gap, if there is one, up to the start that it yielded to (R3)."""
    out: list[tuple[Pair, Run]] = []
    for x in {id(x): x for _, x in walk.yielded}.values():
        s = max((s for s, to in walk.yielded if to is x), key=_key)
        ends = [
            run.period.end
            for pair, run in runs
            if pair == s.pair and run.period.start < x.at and walk.ends_of(run.period.value) & walk.ends_of(s.value)
        ]
        if max(ends, default=PAST) < x.at:
            out.append((s.pair, Run(Period(s.value, max(ends, default=PAST), x.at, "superseded"), (s,))))
    return out


PAST = -(10**9)
"""Since always."""


# ------------------------------------------------------------------ one sentence at each moment


def sentences(statements: list[Said], one: bool) -> set[tuple[str, int, int, str]]:
    """Return value, start, end and sentence of every piece of every period; the sentence of a bare fact is ""."""
    return {(run.period.value, *piece) for run in derived(statements, one) for piece in told(run)}


def told(run: Run) -> list[tuple[int, int, str]]:
    """Cut a period where its sentence changes. A sentence is told while its statement covers, until one that conflicts starts."""
    if not run.covers:
        return [(run.period.start, run.period.end, _plainest(run.members))]
    kept = _kept(sorted((c for c in run.covers if c.said.details), key=_spoken, reverse=True))
    ends = {c: min([c.end, *(x.start for x in kept if x.start > c.start and _clash(c, x))]) for c in kept}
    pieces: list[tuple[int, Said | None]] = []
    last = run.period.end
    for t in sorted({run.period.start, *(c.start for c in kept), *(e for e in ends.values() if e < last)}):
        said: Said | None = None
        for c in kept:
            if c.start <= t < ends[c] and (said is None or said.details < c.said.details):
                said = c.said
        if pieces and said and said.at == t and _is_better_wording(said, pieces[-1][1]):
            pieces[-1] = (pieces[-1][0], said)
        elif not pieces or _text(pieces[-1][1]) != _text(said):
            pieces.append((t, said))
    bounds = [*(t for t, _ in pieces[1:]), last]
    return [
        (start, end, said.text if said else _plain(run, start, end))
        for (start, said), end in zip(pieces, bounds, strict=True)
    ]


def _kept(spoken: list[Cover]) -> list[Cover]:
    """The sentences that are told some time, in order of their start: of equal starts one, and an assumed start may yield."""
    firm = {
        c: min([c.end, *(x.start for x in spoken if x.said.stated and x.start > c.start and _clash(c, x))])
        for c in spoken
    }
    kept: list[Cover] = []
    for c in spoken:
        yields = not c.said.stated and any(
            x.said.stated and x.said.occurred > c.said.occurred and x.start <= c.start < firm[x] and _clash(x, c)
            for x in spoken
        )
        if not yields and not any(x.start == c.start and _clash(x, c) for x in kept):
            kept.append(c)
    return sorted(kept, key=lambda c: (c.start, *_spoken(c)))


def _text(said: Said | None) -> str:
    return said.text if said else ""


def _is_better_wording(said: Said, before: Said | None) -> bool:
    """A judge found that it refines the sentence before it, and nobody stated since when: it is told from that one's start."""
    known = before.details if before else frozenset()
    refines = said.verdict is not None and said.verdict[0] == "refines"
    return refines and not said.stated and said.basis <= known <= said.details


def _plain(run: Run, start: int, end: int) -> str:
    """Where no sentence with details is told: that of the bare fact, but if all others say the same as it, the surest of them."""
    return _plainest([c.said for c in run.covers if c.start < end and c.end > start])


def _plainest(said: Sequence[Said]) -> str:
    plain = [s for s in said if not s.details]
    if not plain or any(s.verdict is None for s in plain):
        return ""
    surest = max((s.confidence, s.occurred) for s in plain)
    return min(s.text for s in plain if (s.confidence, s.occurred) == surest)


def _clash(a: Cover, b: Cover) -> bool:
    return not (a.said.details <= b.said.details or b.said.details <= a.said.details)


def _spoken(c: Cover) -> tuple[int, float, str, int]:
    return c.said.occurred, c.said.confidence, c.said.text, c.said.n
