"""Stage 2: mentions → known entities or new ones: by name and alias, then by likeness and context, then by the judge."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from uuid_utils import uuid7

from graphmem.claims import NameQuestion, NameVerdict
from graphmem.ingest.resolution.candidates import Candidate, candidates_of
from graphmem.ingest.resolution.entity_ref import AliasRow, CandidateRow, EntityRef, NameReads
from graphmem.ingest.resolution.mentions import MOST_TIES, EntityMention
from graphmem.ingest.resolution.resolved import Resolved
from graphmem.ingest.resolution.scoring import ScoredCandidate, score_candidate
from graphmem.names.normalize import GENERIC_TYPES, entity_key, slug
from graphmem.names.similarity import latin_alias
from graphmem.settings import Settings

OF_THE_MESSAGE = "what the message says besides is known of nobody else of this name"
NameVerdicts = Mapping[str, NameVerdict]


@dataclass(slots=True)
class _Resolver:
    """The work in hand: what this batch has resolved so far."""

    settings: Settings
    verdicts: NameVerdicts
    lost: frozenset[str]
    ends: dict[str, list[EntityRef]] = field(default_factory=dict)
    aliases: dict[tuple[str, str], AliasRow] = field(default_factory=dict)
    questions: dict[str, NameQuestion] = field(default_factory=dict)
    fresh: dict[str, list[EntityRef]] = field(default_factory=dict)
    """New ones of this batch by each word of their names: they are candidates for what follows."""
    outside: dict[str, EntityRef] = field(default_factory=dict)
    """Those that came with an id of others."""

    def known_here(self, wanted: EntityMention, external: Mapping[str, CandidateRow]) -> EntityRef | None:
        outside = wanted.mention.external_id
        if outside and outside in self.outside:
            return self.outside[outside]
        if (wanted.said and wanted.said.nobody) or (outside and outside in external):
            return None
        known = Candidate.of_batch
        here = [e for e in self.ends.get(wanted.norm, ()) if known(e).fits(wanted.type)]
        end = next((e for e in here if not outside or e.external_id in (None, outside)), None)
        return self._identified(end, outside) if end and outside and end.external_id is None else end

    def _identified(self, end: EntityRef, outside: str) -> EntityRef:
        """The same, now that its id with others is known."""
        told = replace(end, external_id=outside)
        for ends in (*self.ends.values(), *self.fresh.values()):
            ends[:] = [told if one.id == end.id else one for one in ends]
        return told

    def here(self, wanted: EntityMention) -> list[Candidate]:
        """New ones of this batch that share a word with the name."""
        found = {e.id: e for word in wanted.norm.split("_") for e in self.fresh.get(word, ())[:MOST_TIES]}
        names: dict[str, list[str]] = {id_: [] for id_ in found}
        for (_, id_), alias in self.aliases.items():
            if id_ in names:
                names[id_].append(alias[1])
        return [Candidate.of_batch(e, tuple(names[id_]), wanted.source.n) for id_, e in found.items()]

    def take(self, wanted: EntityMention, end: EntityRef) -> None:
        if wanted.mention.external_id:
            self.outside.setdefault(wanted.mention.external_id, end)
        if end.method == "id":
            self.ends.setdefault(wanted.norm, []).append(end)
            return
        how = ("likeness",) if end.method in ("nickname", "fuzzy", "context", "llm") else ()
        names = dict.fromkeys((wanted.mention.name, *wanted.mention.aliases))
        if end.is_new and wanted.guessable and (spelt := latin_alias(wanted.mention.name)):
            names[spelt] = None
        if wanted.norm not in map(slug, names):
            self.ends.setdefault(wanted.norm, []).append(end)
        for name in names:
            norm = slug(name)
            here = self.ends.setdefault(norm, [])
            if end.id not in {e.id for e in here}:
                here.append(end)
            guess = how if name == wanted.mention.name else ()
            if name.strip():
                self.aliases.setdefault((norm, end.id), (norm, name.strip(), end.id, *guess))
        if end.is_new and not (wanted.said and wanted.said.kin and not wanted.said.kin.given):
            for word in wanted.norm.split("_"):
                self.fresh.setdefault(word, []).append(end)


def resolve_entities(
    wanted: Sequence[EntityMention], reads: NameReads, settings: Settings, verdicts: NameVerdicts
) -> Resolved:
    """Stage 2, pure: the same names, reads and verdicts give the same entities (but for the ids of new ones)."""
    desk = _Resolver(settings, verdicts, reads.lost)
    for position, one in enumerate(wanted):
        near = reads.near[position] if position < len(reads.near) else ()
        about = reads.about[position] if position < len(reads.about) else ()
        end = desk.known_here(one, reads.external) or _match(desk, one, candidates_of(near, about, one.ties), reads)
        end = end or (None if one.optional else _new(one))
        if end is not None:
            desk.take(one, end)
    return Resolved(
        {norm: tuple(ends) for norm, ends in desk.ends.items()},
        tuple(desk.aliases.values()),
        desk.questions,
        settings.relationship_terms,
    )


def _match(desk: _Resolver, wanted: EntityMention, near: Sequence[Candidate], reads: NameReads) -> EntityRef | None:
    if reads.handled and (known := reads.handled.get(wanted.handle)):
        return _end(Candidate.of(known), "id", wanted)
    outside = wanted.mention.external_id
    if outside and outside in reads.external:
        return _end(Candidate.of(reads.external[outside]), "external_id", wanted)
    if wanted.said and wanted.said.nobody:
        return None
    fitting = [k for k in near if _fits(k, wanted) and (not outside or k.external_id in (None, outside))]
    named = [k for k in fitting if k.exact]
    if named:
        return _namesake(desk, wanted, named, fitting)
    if not wanted.guessable:
        return None
    related = _by_relation(wanted, fitting)
    if related or (wanted.said and wanted.said.kin and not wanted.said.kin.given):
        return related
    also = [k for k in fitting if k.through == "alias"]
    if len(also) == 1 and not also[0].conflict:
        return _end(also[0], "alias", wanted)
    return _by_similarity(desk, wanted, [*(k for k in fitting if not k.through), *desk.here(wanted)])


def _fits(known: Candidate, wanted: EntityMention) -> bool:
    """Whether a mention can be it; where names are keys, types are too, and nothing counts that was once only guessed."""
    if wanted.source.resolve != "exact":
        return known.fits(wanted.type)
    generic = known.type in GENERIC_TYPES or wanted.type in GENERIC_TYPES
    return not known.guessed and (generic or known.type == wanted.type)


def _namesake(
    desk: _Resolver, wanted: EntityMention, named: Sequence[Candidate], fitting: Sequence[Candidate]
) -> EntityRef | None:
    """Somebody of exactly this name; of several the one that the message fits."""
    if not wanted.guessable or wanted.is_speaker:
        return _first(desk, wanted, named)
    possible = [k for k in named if not k.conflict]
    if not possible:
        return None
    if wanted.said and wanted.said.kin:
        by_kin = [k for k in possible if k.through == "kin"]
        if by_kin or not wanted.said.kin.given:
            return _end(max(by_kin or possible, key=lambda k: k.rank), _plain_method(desk, wanted), wanted)
    rivals = [k for k in fitting if not k.exact and not k.through]
    if all(k.guessed for k in possible) and any(
        score_candidate(wanted.mention.name, wanted.type, k).part for k in rivals
    ):
        return _by_similarity(desk, wanted, [k for k in fitting if not k.through])
    same = _of_type(wanted, possible)
    if len(same) == 1:
        return _end(same[0], "alias" if same[0].norm != wanted.norm else _plain_method(desk, wanted), wanted)
    fits = _best_supported(same)
    if fits:
        return _end(fits, "context", wanted, reason=OF_THE_MESSAGE)
    return _ask_judge(desk, wanted, same, otherwise=_first(desk, wanted, same))


def _of_type(wanted: EntityMention, named: Sequence[Candidate]) -> list[Candidate]:
    """Those of the wanted type, if there are any, in the order in which they got the name."""
    ranked = sorted(named, key=lambda k: (k.type != wanted.type, k.rank))
    return [k for k in ranked if (k.type == wanted.type) == (ranked[0].type == wanted.type)]


def _first(desk: _Resolver, wanted: EntityMention, named: Sequence[Candidate]) -> EntityRef:
    """The first of those who may be meant; the others are kept in mind, so that they can be told."""
    first, *others = _of_type(wanted, named)
    rivals = [k.id for k in others if not k.guessed and (k.norm == wanted.norm) == (first.norm == wanted.norm)]
    return replace(_end(first, _plain_method(desk, wanted), wanted), rivals=tuple(rivals))


def _plain_method(desk: _Resolver, wanted: EntityMention) -> str:
    if wanted.norm in desk.lost:
        return "conflict_fallback"
    if wanted.said and wanted.said.speaker == "speaker_relationship":
        return "speaker_relationship"
    return "speaker" if wanted.is_speaker else "exact"


def _by_relation(wanted: EntityMention, fitting: Sequence[Candidate]) -> EntityRef | None:
    """ "my brother Leo", where so far somebody was only known as the brother: he gets the name."""
    kin = wanted.said.kin if wanted.said else None
    if kin is None or kin.given is None:
        return None
    nameless = [k for k in fitting if k.through == "kin" and k.nameless]
    if len(nameless) != 1:
        return None
    return replace(_end(nameless[0], "alias", wanted), rename=kin.given)


def _best_supported(known: Sequence[Candidate]) -> Candidate | None:
    """The one that the rest of the message speaks for, if it is one."""
    first, second = sorted((*(k.support for k in known), 0.0, 0.0), reverse=True)[:2]
    if first <= 0 or first < 1.5 * second:
        return None
    return next(k for k in known if k.support == first)


def _by_similarity(desk: _Resolver, wanted: EntityMention, known: Sequence[Candidate]) -> EntityRef | None:
    """Likeness of the names, and what the message says besides."""
    limits = desk.settings
    weighed = [score_candidate(wanted.mention.name, wanted.type, k) for k in known if not k.conflict]
    sure = [w for w in weighed if w.score >= limits.fuzzy_threshold]
    if wanted.is_speaker:
        sure = []
    if sure:
        return _best_similar(desk, wanted, sure)
    parts = [w for w in weighed if w.part]
    if len(parts) == 1:
        return _end(parts[0].known, "nickname", wanted, reason=f"nobody else fits: {parts[0].reason}")
    doubtful = sorted(
        (w for w in weighed if w.score >= limits.candidate_threshold),
        key=lambda w: (-w.score, -w.known.support, w.known.id),
    )
    fits = _best_supported([w.known for w in doubtful])
    if fits and fits.support >= 0.3:
        score = next(w.score for w in doubtful if w.known is fits)
        return _end(fits, "context", wanted, score=score, reason=OF_THE_MESSAGE)
    return _ask_judge(desk, wanted, [w.known for w in doubtful[:3]], otherwise=None)


def _best_similar(desk: _Resolver, wanted: EntityMention, sure: Sequence[ScoredCandidate]) -> EntityRef | None:
    ranked = sorted(sure, key=lambda w: (-w.score, -w.known.support, -w.known.cosine, w.known.key))
    best = ranked[0]
    close = [w for w in ranked if w.score > best.score - 0.02]
    if len(close) > 1:
        fits = _best_supported([w.known for w in close])
        if fits:
            return _end(fits, "context", wanted, score=best.score, reason=OF_THE_MESSAGE)
        if not all(
            score_candidate(best.known.name, best.known.type, w.known).score >= desk.settings.fuzzy_threshold
            for w in close
        ):
            return _ask_judge(desk, wanted, [w.known for w in close[:3]], otherwise=None)
    return _end(best.known, best.method, wanted, score=round(best.score, 3), reason=best.reason)


def _ask_judge(
    desk: _Resolver, wanted: EntityMention, doubtful: Sequence[Candidate], otherwise: EntityRef | None
) -> EntityRef | None:
    """What the judge says, or until it has spoken what follows without it."""
    doubtful = [k for k in doubtful if not k.here]
    if not doubtful or not desk.settings.enable_llm_resolution:
        return otherwise
    key = f"{wanted.type}:{wanted.norm}|" + ",".join(k.id for k in doubtful)
    verdict = desk.verdicts.get(key)
    if verdict is None:
        shown = tuple(k.shown() for k in doubtful)
        desk.questions[key] = NameQuestion(wanted.mention.name, wanted.type, wanted.source.sentence, shown)
        return otherwise
    if verdict.choice is None:
        return None
    chosen = doubtful[verdict.choice]
    return _end(chosen, "llm", wanted, score=chosen.cosine or None, reason=verdict.reason)


def _end(
    known: Candidate, method: str, wanted: EntityMention, score: float | None = None, reason: str = ""
) -> EntityRef:
    return EntityRef(
        id=known.id,
        key=known.key,
        name=known.name,
        type=known.type,
        method=method,
        is_new=known.here,
        score=score,
        reason=reason,
        external_id=wanted.mention.external_id,
        occurred_at=wanted.source.occurred_at,
        n=wanted.source.n,
    )


def _new(wanted: EntityMention) -> EntityRef:
    type_ = "person" if wanted.is_speaker else wanted.type
    return EntityRef(
        id=str(uuid7()),
        key=entity_key(type_, wanted.mention.name),
        name=wanted.mention.name.strip(),
        type=type_,
        method="new",
        is_new=True,
        external_id=wanted.mention.external_id,
        occurred_at=wanted.source.occurred_at,
        n=wanted.source.n,
    )
