"""One sentence at each moment of a period: the reference for what a brain tells (docs/time.md, R11)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from tests.properties.model_periods import Cover, Run, Said, derived


def sentences(statements: list[Said], one: bool) -> set[tuple[str, int, int, str]]:
    """Return value, start, end and sentence of every piece of every period; the sentence of a bare fact is ""."""
    return {
        (run.period.value, *piece)
        for run in derived([_with_verdict(s, statements) for s in statements], one)
        for piece in told(run)
    }


def _with_verdict(s: Said, statements: Iterable[Said]) -> Said:
    """A verdict is about a sentence: it counts for every statement with the same sentence."""
    if s.verdict or not s.words or not s.holds:
        return s
    judged = [
        x for x in statements if x.holds and x.verdict and (x.pair, x.value) == (s.pair, s.value) and x.words == s.words
    ]
    best = max(judged, key=lambda x: (x.occurred, x.confidence, x.text, x.n), default=s)
    return replace(s, verdict=best.verdict)


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
