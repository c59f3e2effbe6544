"""`derive`: the facts that follow from a set of statements. A pure function of the set (R1): no clock, no order of arrival."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any

from graphmem.truth.covers import Causes, covers_of
from graphmem.truth.dependence import Dependence
from graphmem.truth.derived_fact import Content, Derivation, DerivedFact
from graphmem.truth.difference import Difference, StoredFact, difference
from graphmem.truth.periods import Cover, Cut, Lost, Period, periods_of
from graphmem.truth.sentences import ToldPiece, Wordings, best_of, pieces_of, wordings
from graphmem.truth.statement import FUTURE, PAST, Outcome, Statement, Walked
from graphmem.truth.walk import as_stated, walk


def derive(statements: Sequence[Statement], wanted: Collection[str] | None = None) -> Derivation:
    """Return the facts that follow from statements that are known at one moment of system time.

    Args:
        statements: whole groups, with the groups on which they rest, and the groups that their conditions name.
        wanted: the groups whose facts are asked for; None: of all.
    """
    statements = _with_additions(statements)
    known = [said for said in statements if wanted is None or said.group in wanted]
    if len(known) == len(statements) == 1 and (outcome := as_stated(known[0])):
        return _of_one(known[0], outcome)
    walked = walk(statements)
    groups: dict[str, list[Statement]] = defaultdict(list)
    for said in known:
        groups[said.group].append(said)
    lost: list[Lost] = []
    facts: list[DerivedFact] = []
    causes = Causes(statements, walked)
    for members in groups.values():
        holds = [said for said in members if said.action == "holds"]
        ends = [said for said in members if said.action == "ends"]
        covers, silent = covers_of(holds, ends, walked, causes)
        words = wordings(holds)
        periods = periods_of(covers, silent, ends)
        pieces = [piece for period in periods for piece in pieces_of(period, words)]
        facts += facts_of(pieces, words)
        lost += silent
    return Derivation(tuple(facts), tuple(lost), walked)


def _with_additions(statements: Sequence[Statement]) -> Sequence[Statement]:
    """Return the statements; a value that one of them adds ("I also work at the bakery") excludes none, and none excludes it.

    The order in which they are said makes no difference.
    """
    added = {(said.group, said.value) for said in statements if said.adds}
    if not added:
        return statements
    return [replace(s, ends=frozenset[str]()) if (s.group, s.value) in added else s for s in statements]


def _of_one(said: Statement, outcome: Outcome) -> Derivation:
    """What follows from one statement that nothing else concerns: one piece, or nothing. Most facts of an import are so."""
    walked = Walked({said.id: outcome}, frozenset(), frozenset())
    if outcome.at is None or outcome.until is None:
        return Derivation((), (Lost(said, "unsupported"),), walked)
    words = wordings((said,))
    cut = Cut(outcome.until, precision=said.props.get("untilPrecision"))
    cover = Cover(said, outcome.at, cut)
    period = Period((said.group, said.value), outcome.at, cut, (cover,), ((said.at, said),))
    teller = None if words[said.id].details is None else cover
    piece = ToldPiece(period, outcome.at, cut, teller, (cover,), (cover,), (said,))
    return Derivation(tuple(facts_of((piece,), words)), (), walked)


def facts_of(pieces: Sequence[ToldPiece], words: Wordings) -> list[DerivedFact]:
    """Return the facts of the pieces of one group, ordered by value and start."""
    ids = [_id(piece) for piece in pieces]
    causes = _Neighbours(pieces, ids)
    return [_fact(i, piece, ids[i], words, causes) for i, piece in enumerate(pieces)]


def _id(piece: ToldPiece) -> str:
    """A piece is named by the earliest recorded statement that starts in it; without one, after the sentence that ended."""
    first = min(piece.named, key=lambda said: (said.recorded, said.id), default=None)
    if first is not None:
        return first.fact_id
    return f"{piece.after.said.id if piece.after else piece.over[0].said.id}~"


class _Neighbours:
    """Which fact ends another, continues it, or made way for it."""

    def __init__(self, pieces: Sequence[ToldPiece], ids: Sequence[str]) -> None:
        self.pieces, self.ids = pieces, ids
        self.by_value: dict[str, list[int]] = defaultdict(list)
        self.made_way: dict[tuple[Any, str], list[int]] = defaultdict(list)
        for i, piece in enumerate(pieces):
            if not piece.period.yielded:
                self.by_value[piece.period.value[1]].append(i)
            if piece.cut.why == "superseded" and piece.cut.by is not None:
                self.made_way[piece.cut.at, piece.cut.by].append(i)

    def closing(self, i: int) -> str | None:
        """The id of what ended a piece."""
        cut = self.pieces[i].cut
        if cut.why == "reworded":
            return self.ids[i + 1]
        if cut.why != "superseded":
            return cut.by
        found = self.by_value.get(cut.by or "", ())
        return next((self.ids[j] for j in found if self.pieces[j].at <= cut.at < self.pieces[j].cut.at), None)

    def continued(self, i: int) -> str | None:
        """The id of the fact of the same value before it."""
        piece = self.pieces[i]
        if i and not piece.period.yielded and self.pieces[i - 1].period.value == piece.period.value:
            return self.ids[i - 1]
        return None

    def superseded(self, i: int) -> str | None:
        """The id of the fact that made way for it."""
        piece = self.pieces[i]
        found = self.made_way.get((piece.at, piece.period.value[1]), ())
        return next((self.ids[j] for j in found if self.pieces[j].period.value != piece.period.value), None)


def _fact(i: int, piece: ToldPiece, fact_id: str, words: Wordings, neighbours: _Neighbours) -> DerivedFact:
    best, plain = best_of(piece, words), piece.is_plain(words)
    closed_by = neighbours.closing(i)
    content = {
        "factText": _plain_text(best) if plain else best.text,
        "kind": best.props.get("kind"),
        **_bounds(piece),
        "confidence": max((m.said.confidence for m in piece.over), default=0.0),
        "category": best.props.get("category"),
        "origin": best.props.get("origin"),
        "evidence": _shared(piece, "evidence"),
        "conditions": _shared(piece, "conditions"),
        "pending": True if all(m.pending for m in piece.members) else None,
        "supersedes": neighbours.superseded(i),
        "supersededBy": closed_by if piece.cut.why == "superseded" else None,
        "closedBy": closed_by,
        "closedReason": piece.cut.why,
        "continues": neighbours.continued(i),
    }
    return DerivedFact(
        fact_id, best.group, best.subject, best.object, None if plain else best.id, content, _rest(piece, best)
    )


def _plain_text(said: Statement) -> str:
    return f"{said.props.get('subjectSaid')} {said.relation.replace('_', ' ')} {said.props.get('objectSaid')}"


def _bounds(piece: ToldPiece) -> Content:
    start = next((m.said for m in piece.members if m.at == piece.at), None)
    always, still = piece.at == PAST, piece.cut.at == FUTURE
    return {
        "tValid": None if always else piece.at,
        "tInvalid": None if still else piece.cut.at,
        "tValidPrecision": None if always or start is None else start.props.get("atPrecision"),
        "tInvalidPrecision": None if still else piece.cut.precision,
    }


def _shared(piece: ToldPiece, name: str) -> list[str] | None:
    """Evidence or conditions of a period; none where one of its statements carries it without any."""
    members: list[list[str]] = [m.said.props.get(name) or [] for m in piece.period.members]
    return None if not all(members) else sorted({one for some in members for one in some})


def _rest(piece: ToldPiece, best: Statement) -> Content:
    members = [m.said for m in piece.members]
    carrying = [said.id for said in members]
    known = set(carrying)
    return {
        "relation": best.relation,
        "subjectId": best.subject,
        "objectId": best.object,
        "tStart": piece.at,
        "tEnd": piece.cut.at,
        "tPeriodEnd": piece.whole,
        "startStated": any(m.said.start_stated and m.at == piece.at for m in piece.members),
        "statementIds": [*(said.id for said in piece.named if said.id not in known), *carrying],
        "episodeIds": list(dict.fromkeys(id_ for said in members for id_ in said.props.get("episodeIds") or ())),
        "importance": max((said.props.get("importance") or 0.0 for said in members), default=0.0),
        "importanceCategory": best.props.get("importanceCategory"),
        "speaker": best.props.get("speaker"),
        "brainToken": best.props.get("brainToken"),
        "strength": 1.0 if len(members) >= 3 else (7.0 + len(members)) / 10,
        "firstStatedAt": min(said.last[0] for said in members),
        "lastConfirmedAt": max(said.last[0] for said in members),
    }


class Moments:
    """What changes at each moment of system time at which groups were touched, one moment after the other.

    Each moment derives what it may change, and nothing else.

    Args:
        statements: whole groups, with all that decides about them and all about which they decide. facts: the stored ones.
        touched: by moment, the groups of which something was stated, withdrawn or given back.

    Attributes:
        lost: by group, the statements without a period after the last moment.
    """

    def __init__(
        self,
        statements: Sequence[Statement],
        facts: Iterable[StoredFact],
        touched: Mapping[datetime, Iterable[str]],
    ) -> None:
        self.lost: dict[str, list[Lost]] = {}
        self._statements: dict[str, list[Statement]] = defaultdict(list)
        for said in sorted(statements, key=lambda said: said.id):
            self._statements[said.group].append(said)
        self._facts: dict[str, list[StoredFact]] = defaultdict(list)
        for fact in facts:
            self._facts[fact.group].append(fact)
        self._touched = touched
        self._dependence = Dependence(statements)
        self._steps: dict[str, int] = {}

    def differences(self) -> list[Difference]:
        """Return what changes, in the order in which groups were touched."""
        return [
            self._difference(at, groups)
            for at, touched in sorted(self._touched.items())
            for groups in self._apart(touched)
        ]

    def _apart(self, touched: Iterable[str]) -> list[set[str]]:
        """Return the touched groups and all about which they decide, in sets that have nothing in common."""
        known = [group for group in touched if group in self._statements or group in self._facts]
        owner: dict[str, set[str]] = {}
        for group in known:
            if group not in owner:
                below = self._dependence.below([group])
                below = below.union(*{id(owner[one]): owner[one] for one in below if one in owner}.values())
                owner |= dict.fromkeys(below, below)
        return list({id(owner[group]): owner[group] for group in known}.values())

    def _difference(self, at: datetime, groups: set[str]) -> Difference:
        """Derive groups from all that decides about them, and keep their facts for the next moment."""
        above = sorted(self._dependence.above(groups))
        statements = {said.id: said for group in above for said in self._statements.get(group, ())}
        derivation = derive([said for said in statements.values() if said.is_known(at)], groups)
        stored = [fact for group in sorted(groups) for fact in self._facts.get(group, ())]
        step = max(self._steps.get(group, 0) for group in groups)
        found = difference(stored, derivation, statements, at, step)
        self._steps |= dict.fromkeys(groups, step + 1)
        for group in groups:
            self._facts[group], self.lost[group] = [], []
        for fact in found.after:
            self._facts[fact.group].append(fact)
        for one in derivation.lost:
            self.lost[one.said.group].append(one)
        return found

    @property
    def facts(self) -> list[StoredFact]:
        """The facts after the last moment."""
        return [fact for facts in self._facts.values() for fact in facts]
