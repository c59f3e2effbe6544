"""The mentions of a batch that have to become entities, with what their message says about each."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from graphmem.claims import Claim, ClaimSource, ConditionClaim, ExtractedMentions, Mention
from graphmem.ingest.resolution.entity_ref import RelatedEnd
from graphmem.ingest.resolution.references import Reference, Terms, object_role, reference_of
from graphmem.names.normalize import entity_type, family, is_handle, same_kind, slug, value_key, word_set
from graphmem.names.similarity import short_forms
from graphmem.ontology import OBJECT_TYPES, relation_name
from graphmem.pii.policy import is_placeholder

OF_PEOPLE = word_set("""
    works_at has_role reports_to lives_in married_to engaged_to dating born_in born_on has_age friend_of sibling_of
    parent_of child_of likes dislikes prefers studies_at knows works_with""")
"""Relations whose subject is a person, if its type is not stated."""
_ANOTHER = re.compile(
    r"\b(?:another|an?\s+(?:different|second)|(?:um\s+)?outro|(?:uma\s+)?outra|otro|otra|un\s+autre|une\s+autre"
    r"|ein(?:en|em)?\s+andere[rnm]?|eine\s+andere|einer\s+anderen)\s+",
    re.IGNORECASE,
)
"""Words before a name that say that somebody else of this name is meant, in five languages."""
MOST_TIES = 20
"""Ties of one mention that are kept."""


@dataclass(frozen=True, slots=True)
class EntityMention:
    """A mention that has to become an entity, with everything that its text says about it."""

    mention: Mention
    source: ClaimSource
    optional: bool = False
    """It becomes an entity only if the graph has one of this name. Otherwise it is a value."""
    of_claim: bool = False
    """It is the end of a claim and not listed as a mention."""
    reference: Reference | None = None
    ties: tuple[RelatedEnd, ...] = ()
    """What the message says about it: the other ends of its claims, and the other names of its record."""

    @property
    def norm(self) -> str:
        """Return the normalised name by which the entity is looked up."""
        return self.reference.norm if self.reference else slug(self.mention.name)

    @property
    def handle(self) -> str:
        """Return the end of a supplied fact that is written like an id or a key, which may stand in place of a name; else ""."""
        name = self.mention.name.strip()
        return name if self.of_claim and self.source.supplied and is_handle(name) else ""

    @property
    def type(self) -> str:
        """Return the normalised entity type."""
        return entity_type(self.mention.type)

    @property
    def is_speaker(self) -> bool:
        """Whether it has the name of the speaker."""
        speaker = self.source.speaker
        return speaker is not None and slug(speaker) == slug(self.mention.name)

    @property
    def guessable(self) -> bool:
        """Whether it may be resolved by more than equality of the name."""
        return self.source.resolve != "exact" and not self.mention.external_id and not self.optional

    @property
    def is_another(self) -> bool:
        """Whether the sentence says that it is somebody else of this name: "another Ana", "a different Ana"."""
        sentence, name = self.source.sentence, self.mention.name.strip()
        first = name.split(maxsplit=1)[0] if name else ""
        rest = (sentence[found.end() :] for found in _ANOTHER.finditer(sentence))
        return any(one.startswith(name) or re.match(rf"{re.escape(first)}\b(?!\s+[A-Z])", one) for one in rest)

    @property
    def is_nameless_relative(self) -> bool:
        """Whether it is a relationship without a name: "my brother"."""
        return bool(self.reference and self.reference.kin and not self.reference.kin.given)

    @property
    def short_forms(self) -> tuple[str, ...]:
        """Return the short forms of the name of a thing."""
        return () if family(self.type) in ("person", "animal") else short_forms(self.mention.name)

    @property
    def other_norms(self) -> tuple[tuple[str, str], ...]:
        """Return further names by which it is looked up: (how, norm).

        `kin` = the relationship, `alias` = a stated alias, `short` = a short form of the name (K8s for Kubernetes), `known` =
        the name of the known entity that is meant.
        """
        if not self.guessable or self.is_speaker:
            return ()
        kin = self.reference.kin if self.reference and self.reference.kin and self.reference.kin.owner else None
        by_kin = (("kin", slug(kin.alias)),) if kin else ()
        by_alias = tuple(("alias", slug(alias)) for alias in self.mention.aliases[:5] if alias.strip())
        by_short = tuple(("short", short) for short in self.short_forms)
        by_known = (("known", slug(self.mention.known)),) if self.mention.known else ()
        found = {norm: how for how, norm in (*by_short, *by_alias, *by_kin, *by_known) if norm != self.norm}
        return tuple((how, norm) for norm, how in found.items())


def mentions_of(
    found: Sequence[ExtractedMentions], claims: Sequence[tuple[Claim, ClaimSource]], terms: Terms = "entity"
) -> tuple[EntityMention, ...]:
    """Return the listed mentions, the unlisted subjects and the objects that may be entities, each name and type once."""
    evident = _evident_types(claims, terms)
    named = [*claims, *((as_claim(one), source) for claim, source in claims for one in claim.conditions)]
    mentions = [
        _with_evident_type(_entity_mention(_of_one(m), f.source, terms), evident)
        for f in found
        for m in f.extracted.mentions
        if _is_name(m.name)
    ]
    listed = {name for w in mentions for name in (w.norm, slug(w.mention.name), *map(slug, w.mention.aliases))}
    as_listed = {(f.source.n, slug(m.name)) for f in found for m in f.extracted.mentions}
    for wording, extra in (*_ends(named, terms, optional=False), *_ends(named, terms, optional=True)):
        known = extra.norm in listed or (extra.source.n, slug(wording)) in as_listed
        if not known and _is_name(extra.mention.name):
            listed.add(extra.norm)
            mentions.append(extra)
    once = tuple({(w.norm, w.type, w.mention.external_id): w for w in reversed(mentions)}.values())[::-1]
    return _with_ties(once, claims, terms)


def as_claim(condition: ConditionClaim) -> Claim:
    """Return a condition as the claim that its ends are related so; without an object, the object has no name."""
    return Claim(condition.subject, condition.relation, condition.object or "", "")


def _is_name(text: str) -> bool:
    """Whether a text can be the name of one entity. What stands for redacted data is that of many."""
    return bool(text.strip()) and not is_placeholder(text)


def _of_one(mention: Mention) -> Mention:
    """Return a mention without aliases that other entities have too, because they stand for redacted data."""
    if not any(map(is_placeholder, mention.aliases)):
        return mention
    return replace(mention, aliases=tuple(alias for alias in mention.aliases if not is_placeholder(alias)))


def _evident_types(claims: Sequence[tuple[Claim, ClaimSource]], terms: Terms) -> dict[tuple[int, str], str]:
    """Return the types that relations give their ends, by record and normalised name: who works at a firm is a person."""
    types: dict[tuple[int, str], str] = {}
    for claim, source in claims:
        relation = relation_name(claim.relation)
        object_ = OBJECT_TYPES.get(relation, "value")
        ends = [(claim.subject, "person")] if relation in OF_PEOPLE else []
        ends += [(claim.object, object_)] if object_ != "value" and claim.object_is_entity is not False else []
        for name, type_ in ends if source.resolve == "full" else ():
            types.setdefault((source.n, reference_of(name, type_, source, terms).norm), type_)
    return types


def _with_evident_type(mention: EntityMention, evident: Mapping[tuple[int, str], str]) -> EntityMention:
    """Return a mention whose type was guessed with the type that a claim of its record gives it, if there is one.

    A pet has a home and an age as people have.
    """
    type_ = evident.get((mention.source.n, mention.norm)) if mention.mention.guessed else None
    if type_ is None:
        return mention
    is_pet = family(mention.type) == "animal" and type_ == "person"
    fitting = is_pet or (bool(family(mention.type)) and same_kind(mention.type, type_))
    kept = mention.mention.type if fitting else type_
    return replace(mention, mention=replace(mention.mention, type=kept, guessed=False))


def _ends(
    claims: Sequence[tuple[Claim, ClaimSource]], terms: Terms, *, optional: bool
) -> Iterator[tuple[str, EntityMention]]:
    """Yield the ends of claims that are entities, or with `optional` the objects that are entities only if known.

    Each comes with its wording in the claim.
    """
    for claim, source in claims:
        role = object_role(claim, source)
        object_ = Mention(claim.object, role.type)
        if optional and role.open:
            reference = reference_of(claim.object, role.type, source, terms)
            yield claim.object, EntityMention(object_, source, optional=True, of_claim=True, reference=reference)
        elif not optional:
            subject = Mention(claim.subject, _subject_type(claim, source))
            for end in (subject, object_) if role.entity else (subject,):
                yield end.name, _entity_mention(end, source, terms, of_claim=True)


def _subject_type(claim: Claim, source: ClaimSource) -> str:
    return "person" if source.resolve == "full" and relation_name(claim.relation) in OF_PEOPLE else "other"


def _entity_mention(mention: Mention, source: ClaimSource, terms: Terms, *, of_claim: bool = False) -> EntityMention:
    """Return a mention with its reference. The speaker and relatives are persons; a relationship becomes an alias."""
    reference = reference_of(mention.name, mention.type, source, terms, mention.hint)
    if reference.speaker or reference.kin:
        aliases = mention.aliases
        if reference.kin and reference.kin.owner:
            aliases = (*aliases, reference.kin.alias)
        if reference.speaker == "speaker_relationship":
            aliases = ()
        mention = replace(mention, name=reference.name, type="person", aliases=aliases)
    return EntityMention(mention, source, of_claim=of_claim, reference=reference)


def _with_ties(
    mentions: Sequence[EntityMention], claims: Sequence[tuple[Claim, ClaimSource]], terms: Terms
) -> tuple[EntityMention, ...]:
    """Return each mention with what its own record says about it. Where names are keys, mentions have no ties."""
    if not any(w.guessable for w in mentions):
        return tuple(mentions)
    ties: dict[tuple[int, str], list[RelatedEnd]] = {}
    for claim, source in claims:
        if source.resolve == "exact":
            continue
        subject, object_ = (reference_of(end, "other", source, terms).norm for end in (claim.subject, claim.object))
        relation, key = relation_name(claim.relation), value_key(claim.object)
        if claim.action == "holds":
            ties.setdefault((source.n, subject), []).append(RelatedEnd(relation, object_, key, claim.object))
            ties.setdefault((source.n, object_), []).append(RelatedEnd(relation, subject, None, claim.subject))
    beside: dict[int, list[RelatedEnd]] = {}
    for mention in mentions:
        if not mention.optional and len(beside.setdefault(mention.source.n, [])) < MOST_TIES:
            beside[mention.source.n].append(RelatedEnd(None, mention.norm, None, mention.mention.name))
    return tuple(
        replace(w, ties=tuple(_others(w, (*ties.get((w.source.n, w.norm), ()), *beside.get(w.source.n, ())))))
        if w.guessable
        else w
        for w in mentions
    )


def _others(mention: EntityMention, ties: Sequence[RelatedEnd]) -> list[RelatedEnd]:
    """Return the ties to other names, once each."""
    return [tie for tie in dict.fromkeys(ties) if tie.norm != mention.norm][:MOST_TIES]
