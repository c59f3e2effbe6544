"""The rules of time in plain Python: the reference for the database's derivation (docs/time.md, R2, R3, R4, R5)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import NamedTuple

FAR = 10**9


@dataclass(frozen=True)
class Said:
    """One statement about one subject and relation. Times are day numbers; `until` FAR = open; `recorded` orders arrivals."""

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


@dataclass(frozen=True)
class Period:
    """A value that holds in `[start, end)`; `why` says what cut it."""

    value: str
    start: int
    end: int
    why: str | None


class Run(NamedTuple):
    """A period with its statements."""

    period: Period
    members: tuple[Said, ...]


def periods(statements: list[Said], one: bool) -> set[Period]:
    """Return all periods that follow from the statements, in any order."""
    return {run.period for run in derived(statements, one)}


def derived(statements: list[Said], one: bool) -> list[Run]:
    """Return all periods, each with its statements."""
    statements = [_for_its_own_interval(s) for s in statements]
    statements = [s for s in statements if not (s.plan and _has_begun(s, statements))]
    statements = [s for s in statements if not (one and s.holds and _unheard(s, statements))]
    holds = [s for s in statements if s.holds and not (one and _loses(s, statements))]
    ends = [s for s in statements if not s.holds]
    covers = [(s, *_cover(s, holds, ends, one)) for s in holds]
    runs: list[Run] = []
    for value in sorted({s.value for s in holds}):
        mine = sorted(
            ((s.at, end, why or "", s) for s, end, why in covers if s.value == value and s.at < end),
            key=lambda cover: cover[:3],
        )
        runs += _joined(value, mine, {e.at for e in ends if e.value == value})
    return runs


def _for_its_own_interval(s: Said) -> Said:
    """An event with only a day stated holds for that day."""
    return replace(s, until=s.at + 1) if s.holds and s.event and s.stated and s.until == FAR else s


def _has_begun(plan: Said, statements: list[Said]) -> bool:
    """A plan is replaced by a later statement that the same value has begun."""
    return any(
        s.holds and s.value == plan.value and not s.plan and s.stated and s.occurred > plan.occurred for s in statements
    )


def _unheard(s: Said, statements: list[Said]) -> bool:
    """A second-hand statement has no period while the user's own, more confident statement of another value holds."""
    if not s.second or s.event:
        return False
    own = [x for x in statements if x.holds and not x.second and not x.event]
    return any(
        x.value != s.value
        and x.confidence > s.confidence
        and x.at <= s.at < x.until
        and not any(_ends(e, x) and e.at <= s.at for e in statements if not e.holds)
        and not any(y.value != x.value and x.at < y.at <= s.at for y in own)
        and (x.stated or not any(_bounds(z, x) and z.until <= s.at for z in statements if z.holds))
        for x in own
    )


def _ends(e: Said, s: Said) -> bool:
    return e.value == s.value and e.at > s.at and not (e.second and not s.second and e.confidence < s.confidence)


def _bounds(z: Said, x: Said) -> bool:
    return z.value == x.value and z.at <= x.at < z.until


def _loses(s: Said, statements: list[Said]) -> bool:
    """Of equal starts one value wins: later said, then more confident, then the greater key."""
    rivals = [x for x in statements if x.holds and not x.event and x.at == s.at]
    if s.event:
        return False
    best: dict[str, tuple[int, float, str]] = {}
    for x in rivals:
        best[x.value] = max(best.get(x.value, (-1, -1.0, "")), (x.occurred, x.confidence, x.value))
    return max(best.values()) != best[s.value]


def _cover(s: Said, holds: list[Said], ends: list[Said], one: bool) -> tuple[int, str | None]:
    reasons: list[tuple[int, int, str | None]] = [(s.until, 2, None)]
    reasons += [(e.at, 1, "ended") for e in ends if _ends(e, s)]
    if one and not s.event:
        reasons += [(x.at, 0, "superseded") for x in holds if not x.event and x.value != s.value and x.at > s.at]
    if not s.stated and s.until == FAR:
        reasons += [
            (x.until, 2, None)
            for x in holds
            if x.value == s.value and x.until < FAR and _runs_at(x, s, holds, ends, one)
        ]
    end, _, why = min(reasons, key=lambda r: r[:2])
    return end, why


def _runs_at(x: Said, s: Said, holds: list[Said], ends: list[Said], one: bool) -> bool:
    """Whether the statement `x` still holds when `s`, whose start is only assumed, is said."""
    if not x.at <= s.at < x.until:
        return False
    ended = any(e.value == x.value and x.at < e.at <= s.at for e in ends)
    cut = one and not s.event and any(not r.event and r.value != s.value and x.at < r.at <= s.at for r in holds)
    return not ended and not cut


def _joined(value: str, covers: list[tuple[int, int, str, Said]], seams: set[int]) -> list[Run]:
    out: list[tuple[int, int, str, tuple[Said, ...]]] = []
    for start, end, why, said in covers:
        if out and start <= out[-1][1] and not (start == out[-1][1] and start in seams):
            first, last, reason, members = out[-1]
            out[-1] = (first, *((end, why) if end > last else (last, reason)), (*members, said))
        else:
            out.append((start, end, why, (said,)))
    return [Run(Period(value, start, end, why or None), members) for start, end, why, members in out]


def symmetric_periods(statements: list[Said], one: bool) -> set[Period]:
    """A value is two ends, "a|b": with cardinality one it excludes every other value that shares an end with it."""
    out: set[Period] = set()
    for value in {s.value for s in statements}:
        ends = set(value.split("|"))
        near = [s for s in statements if one and ends & set(s.value.split("|"))] or [
            s for s in statements if s.value == value
        ]
        beaten = {s for s in near if one and _loses_to_neighbour(s, statements)}
        out |= {p for p in periods([s for s in near if s not in beaten], one) if p.value == value}
    return out


def _loses_to_neighbour(s: Said, statements: list[Said]) -> bool:
    ends = set(s.value.split("|"))
    return s.holds and _loses(s, [x for x in statements if ends & set(x.value.split("|"))])
