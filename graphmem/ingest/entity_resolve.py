"""Stage 2: mentions → known entities or new ones, by name and alias, then by likeness, then by the judge."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from uuid_utils import uuid7

from graphmem.ingest.entity_extract import Found, Source
from graphmem.ingest.names import begins, entity_key, entity_type, is_pronoun, same_kind, similarity, slug
from graphmem.models.ports import Claim, Mention, NameQuestion, NameVerdict
from graphmem.records import ResolvedEntity
from graphmem.settings import Settings

SAME_WRITING = 0.92
"""From this likeness of writing on, a near vector is the same name."""
SIMILAR_WRITING = 0.60
"""From this likeness on, the judge is asked."""

Candidate = Mapping[str, Any]
Verdicts = Mapping[str, NameVerdict]


@dataclass(frozen=True, slots=True)
class Wanted:
    """A name that has to become an entity, with all that is known of it in the text."""

    mention: Mention
    source: Source
    optional: bool = False
    """Only if the graph knows the name: a value is a value as long as nobody has met an entity of that name."""

    @property
    def norm(self) -> str:
        return slug(self.mention.name)

    @property
    def type(self) -> str:
        return entity_type(self.mention.type)


@dataclass(frozen=True, slots=True)
class NameReads:
    """What the graph knows about the wanted names, read at `revision`; `near` is by position of the name."""

    revision: int
    near: tuple[tuple[Candidate, ...], ...]
    external: Mapping[str, Candidate]


@dataclass(frozen=True, slots=True)
class End:
    """An entity at one end of a fact. `key` is the wanted key where the entity is new."""

    id: str
    key: str
    name: str
    type: str
    method: str
    is_new: bool = False
    score: float | None = None
    external_id: str | None = None
    occurred_at: datetime | None = None
    n: int = 0

    def decision(self) -> ResolvedEntity:
        return ResolvedEntity(
            id=self.id, name=self.name, type=self.type, method=self.method, is_new=self.is_new, score=self.score
        )


@dataclass(frozen=True, slots=True)
class Resolved:
    """Output of stage 2. `ends`: normalised name → entities; `aliases`: (norm, wording, entity id) to register;
    `questions`: what only the judge can settle, by cache key; while there are any, the names in them count as new."""

    ends: Mapping[str, tuple[End, ...]]
    aliases: tuple[tuple[str, str, str], ...]
    questions: Mapping[str, NameQuestion]

    def end(self, name: str, source: Source) -> End | None:
        """The entity meant by a wording in a source."""
        wording = source.speaker if is_pronoun(name) and source.speaker else name
        found = self.ends.get(slug(wording), ())
        return found[0] if found else None

    @property
    def entities(self) -> tuple[End, ...]:
        """Every entity met, once."""
        return tuple({end.id: end for ends in self.ends.values() for end in ends}.values())


def wanted_names(found: Sequence[Found], claims: Sequence[tuple[Claim, Source]]) -> tuple[Wanted, ...]:
    """Mentions, the subjects nobody listed (S0-44) and the objects that are entities; each name and type once a batch."""
    wanted = [_of_speaker(Wanted(m, f.source)) for f in found for m in f.extracted.mentions if m.name.strip()]
    listed = {name for w in wanted for name in (w.norm, *map(slug, w.mention.aliases))}
    for extra in (*_ends(claims, optional=False), *_ends(claims, optional=True)):
        if extra.mention.name.strip() and extra.norm not in listed:
            listed.add(extra.norm)
            wanted.append(extra)
    return tuple({(w.norm, w.type, w.mention.external_id): w for w in reversed(wanted)}.values())[::-1]


def _ends(claims: Sequence[tuple[Claim, Source]], *, optional: bool) -> Iterator[Wanted]:
    for claim, source in claims:
        if optional and claim.object_is_entity is None:
            yield Wanted(Mention(claim.object), source, optional=True)
        elif not optional:
            yield _of_speaker(Wanted(Mention(claim.subject), source))
            if claim.object_is_entity:
                yield _of_speaker(Wanted(Mention(claim.object), source))


def _of_speaker(wanted: Wanted) -> Wanted:
    speaker = wanted.source.speaker
    if speaker and (is_pronoun(wanted.mention.name) or slug(speaker) == wanted.norm):
        return Wanted(Mention(speaker, "person", wanted.mention.aliases, wanted.mention.external_id), wanted.source)
    return wanted


@dataclass(slots=True)
class _Desk:
    """The work in hand: what this batch has resolved so far."""

    settings: Settings
    verdicts: Verdicts
    ends: dict[str, list[End]] = field(default_factory=dict)
    aliases: dict[tuple[str, str], str] = field(default_factory=dict)
    questions: dict[str, NameQuestion] = field(default_factory=dict)

    def known_here(self, wanted: Wanted) -> End | None:
        here = [e for e in self.ends.get(wanted.norm, ()) if same_kind(e.type, wanted.type)]
        outside = wanted.mention.external_id
        return next((e for e in here if not outside or e.external_id in (None, outside)), None)

    def take(self, wanted: Wanted, end: End) -> None:
        for name in dict.fromkeys((wanted.mention.name, *wanted.mention.aliases)):
            norm = slug(name)
            here = self.ends.setdefault(norm, [])
            if end.id not in {e.id for e in here}:
                here.append(end)
            if name.strip():
                self.aliases.setdefault((norm, end.id), name.strip())


def resolve_entities(wanted: Sequence[Wanted], reads: NameReads, settings: Settings, verdicts: Verdicts) -> Resolved:
    """Stage 2, pure: the same names, reads and verdicts give the same entities (but for the ids of new ones)."""
    desk = _Desk(settings, verdicts)
    for position, one in enumerate(wanted):
        near = reads.near[position] if position < len(reads.near) else ()
        end = desk.known_here(one) or _match(desk, one, near, reads.external) or (None if one.optional else _new(one))
        if end is not None:
            desk.take(one, end)
    return Resolved(
        {norm: tuple(ends) for norm, ends in desk.ends.items()},
        tuple((norm, name, id_) for (norm, id_), name in desk.aliases.items()),
        desk.questions,
    )


def _match(desk: _Desk, wanted: Wanted, near: Sequence[Candidate], external: Mapping[str, Candidate]) -> End | None:
    outside = wanted.mention.external_id
    if outside and outside in external:
        return _end(external[outside], "external_id", wanted)
    fitting = [c for c in near if same_kind(c["type"], wanted.type) and _same_outside(c, outside)]
    named = [c for c in fitting if c["how"] == "alias"]
    if named:
        named.sort(key=lambda c: (c["type"] != wanted.type, c["rank"]))
        return _end(named[0], "speaker" if _is_speaker(wanted) else "exact", wanted)
    if wanted.source.resolve == "exact" or outside or wanted.optional:
        return None
    return _first_part(wanted, fitting) or _alike(desk, wanted, fitting)


def _same_outside(candidate: Candidate, outside: str | None) -> bool:
    return not outside or candidate.get("externalId") in (None, outside)


def _is_speaker(wanted: Wanted) -> bool:
    return wanted.source.speaker is not None and slug(wanted.source.speaker) == wanted.norm


def _first_part(wanted: Wanted, fitting: Sequence[Candidate]) -> End | None:
    """A first name or diminutive, when just one person fits (S0-35)."""
    if wanted.type not in ("person", "other"):
        return None
    people = {c["id"]: c for c in fitting if c["type"] == "person" and begins(wanted.mention.name, c["name"])}
    return _end(next(iter(people.values())), "nickname", wanted) if len(people) == 1 else None


def _alike(desk: _Desk, wanted: Wanted, fitting: Sequence[Candidate]) -> End | None:
    """Near by vector: the same writing resolves, a similar one goes to the judge (S0-36, S1-5)."""
    name, limits = wanted.mention.name, desk.settings
    near = [(similarity(name, c["name"]), c) for c in fitting if c["how"] == "vector"]
    near.sort(key=lambda pair: (-pair[0], -pair[1]["score"]))
    if near and near[0][0] >= SAME_WRITING and near[0][1]["score"] >= limits.fuzzy_threshold:
        return _end(near[0][1], "fuzzy", wanted, score=near[0][1]["score"])
    doubtful = [c for s, c in near if c["score"] >= limits.candidate_threshold and _worth_asking(s, name, c)][:3]
    if not doubtful or not limits.enable_llm_resolution:
        return None
    key = f"{wanted.type}:{wanted.norm}|" + ",".join(c["id"] for c in doubtful)
    verdict = desk.verdicts.get(key)
    if verdict is None:
        desk.questions[key] = NameQuestion(name, wanted.type, wanted.source.sentence, tuple(doubtful))
        return None
    if verdict.choice is None:
        return None
    return _end(doubtful[verdict.choice], "llm", wanted, score=doubtful[verdict.choice]["score"])


def _worth_asking(written: float, name: str, candidate: Candidate) -> bool:
    other = candidate["name"]
    return written >= SIMILAR_WRITING or begins(name, other) or begins(other, name)


def _end(candidate: Candidate, method: str, wanted: Wanted, score: float | None = None) -> End:
    return End(
        id=candidate["id"],
        key=candidate["key"],
        name=candidate["name"],
        type=candidate["type"],
        method=method,
        score=score,
        external_id=wanted.mention.external_id,
        occurred_at=wanted.source.occurred_at,
        n=wanted.source.n,
    )


def _new(wanted: Wanted) -> End:
    type_ = "person" if _is_speaker(wanted) else wanted.type
    return End(
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
