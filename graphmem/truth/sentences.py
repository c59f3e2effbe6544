"""One sentence at each moment: a period is cut where what tells it changes (R14).

A sentence with details is told from the start of its statement to the end of its cover, or to the start of one whose details
conflict. Where several are told, one with more details replaces the one before it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime

from graphmem.truth.periods import Cover, Cut, Period
from graphmem.truth.statement import Statement


@dataclass(frozen=True, slots=True)
class Wording:
    """What a sentence says beside the fact, after a judge's verdict.

    Attributes:
        details: None: it says nothing beside the fact. echo: it says nothing that the plain sentence does not say.
        refines: the judge found that it says more than the sentence with the details `basis`.
    """

    details: frozenset[str] | None
    echo: bool = False
    refines: bool = False
    basis: frozenset[str] = frozenset()

    @property
    def told(self) -> frozenset[str]:
        """Its details; none where it says nothing beside the fact."""
        return self.details or frozenset()


@dataclass(frozen=True, slots=True)
class ToldPiece:
    """A part of a period that one sentence tells. `teller`: the cover whose sentence it is; None: the plain sentence.

    Attributes:
        over: the covers within it. members: those that start in it, else all of `over`. named: the statements that start in it.
        whole: the end of the period, where that is another than that of the piece. after: it follows a piece of its period.
    """

    period: Period
    at: datetime
    cut: Cut
    teller: Cover | None
    over: tuple[Cover, ...]
    members: tuple[Cover, ...]
    named: tuple[Statement, ...]
    whole: datetime | None = None
    after: Cover | None = None

    def is_plain(self, words: Wordings) -> bool:
        """Whether no sentence tells it, since each of its covers has details of another time."""
        return self.teller is None and all(words[cover.said.id].details is not None for cover in self.over)


Wordings = Mapping[str, Wording]


def wordings(holds: Iterable[Statement]) -> dict[str, Wording]:
    """Return the wording of each statement. A verdict counts for every statement of the value with the same details."""
    told = list(holds)
    judged: dict[tuple[str, str, tuple[str, ...] | None], Statement] = {}
    for said in sorted((said for said in told if said.verdict), key=_rank):
        judged[said.group, said.value, said.details] = said
    return {said.id: _wording(said, judged) for said in told}


def _wording(said: Statement, judged: Mapping[tuple[str, str, tuple[str, ...] | None], Statement]) -> Wording:
    verdict, own = said.verdict, frozenset(said.details or ())
    if verdict is None and said.details is not None and (like := judged.get((said.group, said.value, said.details))):
        verdict = like.verdict
    if verdict is None:
        return Wording(None if said.details is None else own)
    if verdict == ("same",):
        return Wording(None, echo=True)
    known = frozenset(verdict[1:])
    if verdict[0] == "same":
        return Wording(known, basis=known)
    return Wording(own | known, refines=True, basis=known)


def pieces_of(period: Period, words: Wordings) -> list[ToldPiece]:
    """Return the pieces of a period, earliest first."""
    tellers = [] if period.yielded else _tellers(period, words)
    parts = _parts(period, tellers, words)
    if len(parts) == 1:
        named = tuple(said for _, said in period.named)
        return [ToldPiece(period, period.at, period.cut, parts[0][1], period.members, period.members, named)]
    bounds = [Cut(at, "reworded", precision=_precision(teller)) for at, teller in parts[1:]]
    found = []
    for (at, teller), cut in zip(parts, [*bounds, period.cut], strict=True):
        over = tuple(m for m in period.members if m.at < cut.at and m.cut.at > at)
        begun = tuple(m for m in period.members if at <= m.at < cut.at)
        named = tuple(said for start, said in period.named if at <= start < cut.at)
        ended = next((t for t, until in tellers if until == at), None) if at > period.at else None
        found.append(ToldPiece(period, at, cut, teller, over, begun or over, named, period.cut.at, ended))
    return found


def _precision(teller: Cover | None) -> str | None:
    return teller.said.props.get("atPrecision") if teller else None


def _conflict(one: Wording, other: Wording) -> bool:
    return not (one.told <= other.told or other.told <= one.told)


Told = list[tuple[Cover, datetime]]
"""Covers whose sentences are told, each with the end of its telling, earliest first."""


def _tellers(period: Period, words: Wordings) -> Told:
    """Of equal starts the later said is told; an assumed start yields to a stated one that was said later."""
    found = [m for m in period.members if words[m.said.id].details is not None]
    found.sort(key=lambda m: _rank(m.said), reverse=True)
    against = {m.said.id: [x for x in found if _conflict(words[x.said.id], words[m.said.id])] for m in found}
    firm = {
        m.said.id: min([m.cut.at, *(x.at for x in against[m.said.id] if x.said.start_stated and x.at > m.at)])
        for m in found
    }
    kept: list[Cover] = []
    for m in found:
        rivals = against[m.said.id]
        beaten = any(x in kept and x.at == m.at for x in rivals)
        if not beaten and (m.said.start_stated or not any(_yields(m, x, firm[x.said.id]) for x in rivals)):
            kept.append(m)
    kept.sort(key=lambda m: (m.at, *_rank(m.said)))
    return [(m, min([m.cut.at, *(x.at for x in against[m.said.id] if x in kept and x.at > m.at)])) for m in kept]


def _yields(cover: Cover, other: Cover, firm: datetime) -> bool:
    return other.said.start_stated and other.said.when > cover.said.when and other.at <= cover.at < firm


def _parts(period: Period, tellers: Told, words: Wordings) -> list[tuple[datetime, Cover | None]]:
    """Where what tells a period changes. One that refines it, without a start of its own, tells it from its start."""
    moments = {period.at, *(m.at for m, _ in tellers), *(until for _, until in tellers if until < period.cut.at)}
    parts: list[tuple[datetime, Cover | None]] = []
    for at in sorted(moments) if tellers else [period.at]:
        teller = _told_at(at, tellers, words)
        if not parts:
            parts.append((at, teller))
        elif _text(parts[-1][1]) == _text(teller):
            continue
        elif teller is not None and _only_refines(teller, parts[-1][1], at, words):
            parts[-1] = parts[-1][0], teller
        else:
            parts.append((at, teller))
    return parts


def _told_at(at: datetime, tellers: Told, words: Wordings) -> Cover | None:
    told: Cover | None = None
    for cover, until in tellers:
        if cover.at <= at < until and (told is None or _says_more(words[cover.said.id], words[told.said.id])):
            told = cover
    return told


def _says_more(one: Wording, other: Wording) -> bool:
    return other.told < one.told


def _only_refines(teller: Cover, before: Cover | None, at: datetime, words: Wordings) -> bool:
    wording = words[teller.said.id]
    known = words[before.said.id].told if before else frozenset[str]()
    if not wording.refines or teller.said.start_stated or teller.at != at:
        return False
    return wording.basis <= known <= wording.told


def _text(teller: Cover | None) -> str:
    return teller.said.text if teller else ""


def _rank(said: Statement) -> tuple[datetime, int, float, str, str]:
    return *said.last, said.confidence, said.text, said.id


def best_of(piece: ToldPiece, words: Wordings) -> Statement:
    """Return the statement whose sentence and properties a piece has: its teller, else the surest of its plain sentences."""
    if piece.teller is not None:
        return piece.teller.said
    plain = [m.said for m in piece.over if words[m.said.id].details is None]
    if not plain:
        return piece.over[0].said
    best = plain[0]
    for said in plain[1:]:
        best = said if _is_better(said, best, words) else best
    return best


def _is_better(said: Statement, best: Statement, words: Wordings) -> bool:
    if words[said.id].echo != words[best.id].echo:
        return words[best.id].echo
    if said.confidence != best.confidence:
        return said.confidence > best.confidence
    return said.last > best.last or (said.last == best.last and said.text < best.text)
