"""Mentions → known or new entities. In this order: name and alias, similarity and context, the judge.

Pure, and it needs no driver: worker processes run it.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace

from uuid_utils import uuid7

from graphmem.claims import NameQuestion
from graphmem.ingest.resolution.candidates import Candidate, candidates_of
from graphmem.ingest.resolution.entity_ref import EntityRef, NameReads
from graphmem.ingest.resolution.mentions import EntityMention
from graphmem.ingest.resolution.resolved import Resolved
from graphmem.ingest.resolution.resolver import NameVerdicts, Resolver, fits, share_of
from graphmem.ingest.resolution.scoring import APART, ScoredCandidate, score_candidate
from graphmem.names.normalize import entity_key, family, slug
from graphmem.settings import Settings

MEANT = "whoever read the message says that it is meant"
"""Reason of a match that the answer names, for the trace."""
OF_THE_MESSAGE = "what the message says besides is known of nobody else of this name"
"""Reason of a match by the rest of the message, for the trace."""
LEAST_LEAD = 1.5
"""The best supported candidate needs so many times the support of the next one."""
LEAST_SUPPORT = 0.3
"""Least support of a candidate whose name is only similar."""
CLOSE = 0.02
"""Two scores that differ by less are close."""
NEAR = 0.80
"""Cosine of two names from which a judge is asked, however they are written. With bge-small-en-v1.5, 1 of 700 pairs of other
names is so near, and most pairs such as NYC and New York City are."""
MOST_SHOWN = 3
"""Candidates that the judge is shown, if no name is exactly the same."""


def resolve_entities(
    mentions: Sequence[EntityMention], reads: NameReads, settings: Settings, verdicts: NameVerdicts
) -> Resolved:
    """Return the entities of the mentions. Pure: the same input gives the same entities, except for the ids of new ones.

    Mentions with aliases come first, after the speaker, so that the order of a list makes no difference.
    """
    resolver = Resolver(settings, verdicts, reads.lost)
    named = _names_of_records(mentions)
    first_at: dict[str, int] = {}
    for position in sorted(
        range(len(mentions)), key=lambda i: (not mentions[i].is_speaker, not mentions[i].mention.aliases)
    ):
        mention = mentions[position]
        near = reads.near[position] if position < len(reads.near) else ()
        about = reads.about[position] if position < len(reads.about) else ()
        entity = resolver.known_here(mention, reads.external)
        if entity is None:
            others = named[mention.source.n]
            candidates = [_as_listed(k, mention, others) for k in candidates_of(near, about, mention.ties)]
            entity = _match(resolver, mention, candidates, reads)
            resolver.considered.keep(mention.mention.name, candidates, entity)
        entity = entity or (None if mention.optional else _new_entity(mention))
        if entity is not None:
            resolver.add(mention, entity)
            first_at[entity.id] = min(position, first_at.get(entity.id, position))
    ends = sorted(resolver.ends.items(), key=lambda end: min(first_at[entity.id] for entity in end[1]))
    return Resolved(
        {norm: tuple(entities) for norm, entities in ends},
        tuple(resolver.aliases.values()),
        resolver.questions,
        settings.relationship_terms,
        tuple(resolver.considered.rows),
    )


def _names_of_records(mentions: Sequence[EntityMention]) -> dict[int, set[str]]:
    """Return the normalised names that each record mentions."""
    named: dict[int, set[str]] = {}
    for mention in mentions:
        named.setdefault(mention.source.n, set()).add(mention.norm)
    return named


def _as_listed(known: Candidate, mention: EntityMention, named: Collection[str]) -> Candidate:
    """Mark a candidate whose own name stands beside the mention in its record: "Nilda, not Nelda" are two."""
    beside = (
        not known.exact
        and not known.through
        and any((norm := slug(name)) in named and norm != mention.norm for name in known.real_names)
    )
    return replace(known, same_record=True) if beside else known


def _match(resolver: Resolver, mention: EntityMention, near: Sequence[Candidate], reads: NameReads) -> EntityRef | None:
    """Return the known entity that a mention refers to; None = it is new."""
    if reads.handled and (known := reads.handled.get(mention.handle)):
        return _entity(Candidate.of(known), "id", mention)
    external_id = mention.mention.external_id
    if external_id and external_id in reads.external:
        return _entity(Candidate.of(reads.external[external_id]), "external_id", mention)
    if mention.reference and mention.reference.is_unidentified:
        return None
    if meant := _meant(mention, near, reads):
        return meant
    fitting = [k for k in near if fits(k, mention) and (not external_id or k.external_id in (None, external_id))]
    fitting = [k for k in fitting if k.through != "known"]
    if mention.mention.is_new and mention.guessable and not mention.is_speaker:
        return _match_if_not_new(resolver, mention, fitting)
    shares = (
        {k.id: share_of(mention, k) for k in fitting if k.exact or k.through == "alias"} if mention.guessable else {}
    )
    namesakes = [k for k in fitting if k.exact and shares.get(k.id, "same") == "same"]
    if namesakes:
        return _match_namesake(resolver, mention, namesakes, fitting)
    if not mention.guessable:
        return None
    relative = _match_relative(mention, fitting)
    if relative or mention.is_nameless_relative:
        return relative
    by_alias = {k.id: k for k in fitting if k.through == "alias" and shares[k.id] == "same" and not k.conflict}
    if len(by_alias) == 1:
        return _entity(next(iter(by_alias.values())), "alias", mention)
    if by_alias and (supported := _best_supported(list(by_alias.values()))):
        return _entity(supported, "context", mention, reason=OF_THE_MESSAGE)
    here = resolver.by_alias_here(mention)
    if here:
        return replace(here, method="alias")
    similar = [k for k in fitting if not k.through and shares.get(k.id) != "other"]
    doubtful = {k.id: k for k in fitting if k.through == "alias" and shares[k.id] != "other"}
    return _match_similar(resolver, mention, [*similar, *resolver.new_candidates(mention)], doubtful.values())


def _meant(mention: EntityMention, near: Sequence[Candidate], reads: NameReads) -> EntityRef | None:
    """Return the known entity that the answer names, unless names, types or stated facts speak against it."""
    stated = mention.mention.known
    if not stated or not mention.guessable:
        return None
    row = reads.handled.get(stated)
    found = [k for k in near if (k.id == row["id"] if row else k.through == "known")]
    if not found and row:
        found = [Candidate.of(row)]
    if len({k.id for k in found}) != 1:
        return None
    known = found[0]
    apart = score_candidate(mention.mention.name, mention.type, known).reason in APART
    if known.conflict or apart or not fits(known, mention):
        return None
    same = mention.norm in map(slug, known.names)
    return _entity(known, "exact" if same else "llm", mention, reason=MEANT)


def _match_if_not_new(resolver: Resolver, mention: EntityMention, fitting: Sequence[Candidate]) -> EntityRef | None:
    """Return the known entity of a mention that the answer calls new.

    It is none of those that the prompt showed; the judge is asked before a second entity gets exactly the same name.
    """
    namesakes = [k for k in fitting if k.exact and not k.conflict]
    seen = [k for k in namesakes if mention.mention.is_apart_from(k.id)]
    if seen:
        return _ask_judge(resolver, mention, seen, otherwise=None)
    return _match_namesake(resolver, mention, namesakes, fitting) if namesakes else None


def _match_namesake(
    resolver: Resolver, mention: EntityMention, namesakes: Sequence[Candidate], fitting: Sequence[Candidate]
) -> EntityRef | None:
    """Return the entity with exactly this name. The rest of the message decides between several; then the judge."""
    if not mention.guessable or mention.is_speaker:
        return _first_namesake(resolver, mention, namesakes)
    possible = [k for k in namesakes if not k.conflict]
    if not possible:
        return None
    if mention.reference and mention.reference.kin:
        by_kin = [k for k in possible if k.through == "kin"]
        if by_kin or not mention.reference.kin.given:
            return _entity(max(by_kin or possible, key=lambda k: k.rank), _plain_method(resolver, mention), mention)
    rivals = [k for k in fitting if not k.exact and not k.through]
    if all(k.guessed for k in possible) and any(
        score_candidate(mention.mention.name, mention.type, k).part for k in rivals
    ):
        return _match_similar(resolver, mention, [k for k in fitting if not k.through])
    same = _of_type(mention, possible)
    if mention.is_another and len(possible) == 1 and not possible[0].support:
        return _ask_judge(resolver, mention, possible, otherwise=None)
    if len(same) == 1:
        method = "alias" if same[0].norm != mention.norm else _plain_method(resolver, mention)
        return _entity(same[0], method, mention)
    best = _best_supported(same)
    if best:
        return _entity(best, "context", mention, reason=OF_THE_MESSAGE)
    return _ask_judge(resolver, mention, same, otherwise=_first_namesake(resolver, mention, same))


def _of_type(mention: EntityMention, namesakes: Sequence[Candidate]) -> list[Candidate]:
    """Return the candidates of the mention's type, else all, in the order in which they got the name."""
    ranked = sorted(namesakes, key=lambda k: (k.type != mention.type, k.norm != mention.norm, k.rank))
    return [k for k in ranked if (k.type == mention.type) == (ranked[0].type == mention.type)]


def _first_namesake(resolver: Resolver, mention: EntityMention, namesakes: Sequence[Candidate]) -> EntityRef:
    """Return the first candidate with this name. The others become its rivals, which the result reports."""
    first, *others = _of_type(mention, namesakes)
    rivals = [k.id for k in others if not k.guessed and (k.norm == mention.norm) == (first.norm == mention.norm)]
    said = mention.mention.name
    return replace(_entity(first, _plain_method(resolver, mention), mention), rivals=tuple(rivals), said=said)


def _plain_method(resolver: Resolver, mention: EntityMention) -> str:
    """Return the method of a match by the name itself."""
    if mention.norm in resolver.lost:
        return "conflict_fallback"
    if mention.reference and mention.reference.speaker == "speaker_relationship":
        return "speaker_relationship"
    return "speaker" if mention.is_speaker else "exact"


def _match_relative(mention: EntityMention, fitting: Sequence[Candidate]) -> EntityRef | None:
    """Return the relative whose name was unknown so far: "my brother Leo" gives the brother the name Leo."""
    kin = mention.reference.kin if mention.reference else None
    if kin is None or kin.given is None:
        return None
    nameless = [k for k in fitting if k.through == "kin" and k.nameless]
    if len(nameless) != 1:
        return None
    return replace(_entity(nameless[0], "alias", mention), rename=kin.given)


def _best_supported(known: Sequence[Candidate]) -> Candidate | None:
    """Return the candidate with the highest support, if it has at least 1.5 times as much as the next one."""
    first, second = sorted((*(k.support for k in known), 0.0, 0.0), reverse=True)[:2]
    if first <= 0 or first < LEAST_LEAD * second:
        return None
    return next(k for k in known if k.support == first)


def _match_similar(
    resolver: Resolver, mention: EntityMention, known: Sequence[Candidate], by_alias: Collection[Candidate] = ()
) -> EntityRef | None:
    """Return the candidate with a similar name, by the similarity of the names and the rest of the message.

    Args:
        by_alias: candidates that share an alias with the mention, where that decides nothing. They are doubtful.
    """
    limits = resolver.settings
    scored = [score_candidate(mention.mention.name, mention.type, k) for k in known if not k.conflict]
    resolver.considered.scored = [(s.known, s.score, s.reason) for s in scored]
    sure = [s for s in scored if s.score >= limits.fuzzy_threshold]
    if mention.is_speaker:
        sure = []
    if sure:
        return _best_similar(resolver, mention, sure)
    parts = [s for s in scored if s.part]
    if len(parts) == 1 and not mention.is_another:
        return _entity(parts[0].known, "nickname", mention, reason=f"nobody else fits: {parts[0].reason}")
    doubtful = sorted(
        (s for s in scored if s.score >= limits.candidate_threshold),
        key=lambda s: (-s.score, -s.known.support, s.known.id),
    )
    doubtful += [
        ScoredCandidate(k, 0.0, "a shared alias") for k in by_alias if k.id not in {s.known.id for s in doubtful}
    ]
    # What the message says of a name beside it speaks for that name.
    best = _best_supported([s.known for s in doubtful if s.part or not (s.known.same_record or s.another)])
    if best and best.support >= LEAST_SUPPORT and not mention.is_another:
        score = next(s.score for s in doubtful if s.known is best)
        return _entity(best, "context", mention, score=score, reason=OF_THE_MESSAGE)
    near = sorted(
        (s for s in scored if s not in doubtful and _is_near(mention, s)), key=lambda s: (-s.known.cosine, s.known.id)
    )
    return _ask_judge(resolver, mention, [s.known for s in (*doubtful, *near)[:MOST_SHOWN]], otherwise=None)


def _is_near(mention: EntityMention, scored: ScoredCandidate) -> bool:
    """Whether a name that is written differently is near in meaning, so that a judge decides: Guili, Guilherme.

    Two people with different surnames are not: all names of people are near each other.
    """
    people = "person" in (family(mention.type), family(scored.known.type))
    apart = scored.reason in APART or (people and scored.reason == "different words")
    return scored.known.cosine >= NEAR and not apart


def _best_similar(resolver: Resolver, mention: EntityMention, sure: Sequence[ScoredCandidate]) -> EntityRef | None:
    """Return the candidate with the highest score. The rest of the message decides between close scores; then the judge.

    Candidates with close scores whose own names are similar are taken for one: the first of them is returned.
    """
    ranked = sorted(sure, key=lambda s: (-s.score, -s.known.support, -s.known.cosine, s.known.key))
    best = ranked[0]
    close = [s for s in ranked if s.score > best.score - CLOSE]
    if len(close) > 1:
        supported = _best_supported([s.known for s in close])
        if supported:
            return _entity(supported, "context", mention, score=best.score, reason=OF_THE_MESSAGE)
        if not all(
            score_candidate(best.known.name, best.known.type, s.known).score >= resolver.settings.fuzzy_threshold
            for s in close
        ):
            return _ask_judge(resolver, mention, [s.known for s in close[:MOST_SHOWN]], otherwise=None)
    return _entity(best.known, best.method, mention, score=round(best.score, 3), reason=best.reason)


def _ask_judge(
    resolver: Resolver, mention: EntityMention, doubtful: Sequence[Candidate], otherwise: EntityRef | None
) -> EntityRef | None:
    """Return the entity that the judge chose; `otherwise` if it chose none, until it has answered, and if it may not be asked.

    A judge that fails or makes no sense chose none. New entities of the batch are not shown to the judge.
    """
    doubtful = [k for k in doubtful if not k.here]
    if not doubtful or not resolver.settings.enable_llm_resolution:
        return otherwise
    key = f"{mention.type}:{mention.norm}|" + ",".join(k.id for k in doubtful)
    verdict = resolver.verdicts.get(key)
    if verdict is None:
        shown = tuple(k.shown() for k in doubtful)
        resolver.questions[key] = NameQuestion(mention.mention.name, mention.type, mention.source.sentence, shown)
        return otherwise
    if verdict.choice is None or not 0 <= verdict.choice < len(doubtful):
        return otherwise
    chosen = doubtful[verdict.choice]
    return _entity(chosen, "llm", mention, score=chosen.cosine or None, reason=verdict.reason)


def _entity(
    known: Candidate, method: str, mention: EntityMention, score: float | None = None, reason: str = ""
) -> EntityRef:
    """Return a candidate as the entity of a mention."""
    return EntityRef(
        id=known.id,
        key=known.key,
        name=known.name,
        type=known.type,
        method=method,
        is_new=known.here,
        score=score,
        reason=reason,
        external_id=mention.mention.external_id,
        occurred_at=mention.source.occurred_at,
        n=mention.source.n,
        type_guessed=known.type_guessed and _is_guess(mention),
        retype=mention.type if known.type_guessed and not known.here and not _is_guess(mention) else None,
    )


def _is_guess(mention: EntityMention) -> bool:
    """Whether the type of a mention says nothing for sure."""
    return mention.mention.guessed or not family(mention.type)


def _new_entity(mention: EntityMention) -> EntityRef:
    type_ = "person" if mention.is_speaker else mention.type
    return EntityRef(
        id=str(uuid7()),
        key=entity_key(type_, mention.mention.name),
        name=mention.mention.name.strip(),
        type=type_,
        method="new",
        is_new=True,
        external_id=mention.mention.external_id,
        occurred_at=mention.source.occurred_at,
        n=mention.source.n,
        type_guessed=mention.mention.guessed and not mention.is_speaker,
    )
