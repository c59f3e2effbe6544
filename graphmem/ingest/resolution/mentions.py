"""Names that have to become entities: which they are, and what their text says of each."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from graphmem.claims import Claim, ClaimSource, ExtractedMentions, Mention
from graphmem.ingest.resolution.entity_ref import RelatedEnd
from graphmem.ingest.resolution.references import Reference, Terms, reference_of
from graphmem.names.normalize import entity_type, is_handle, slug, value_key, word_set
from graphmem.ontology import relation_name

OF_PEOPLE = word_set("""
    works_at has_role reports_to lives_in married_to engaged_to dating born_in born_on has_age friend_of sibling_of
    parent_of child_of likes dislikes prefers studies_at knows works_with""")
"""Relations whose subject is a person, where nobody said what it is."""
MOST_TIES = 20


@dataclass(frozen=True, slots=True)
class EntityMention:
    """A name that has to become an entity, with all that is known of it in the text."""

    mention: Mention
    source: ClaimSource
    optional: bool = False
    """Only if the graph knows the name: a value is a value as long as nobody has met an entity of that name."""
    of_claim: bool = False
    """Nobody listed it: it is the end of a claim."""
    said: Reference | None = None
    ties: tuple[RelatedEnd, ...] = ()
    """What the message says about it: the other ends of its claims, and who else is spoken of."""

    @property
    def norm(self) -> str:
        return self.said.norm if self.said else slug(self.mention.name)

    @property
    def handle(self) -> str:
        """What may be an id or a key in place of a name: the end of a supplied fact that is written so."""
        name = self.mention.name.strip()
        return name if self.of_claim and self.source.supplied and is_handle(name) else ""

    @property
    def type(self) -> str:
        return entity_type(self.mention.type)

    @property
    def is_speaker(self) -> bool:
        speaker = self.source.speaker
        return speaker is not None and slug(speaker) == slug(self.mention.name)

    @property
    def guessable(self) -> bool:
        """Whether it may be resolved by more than its name."""
        return self.source.resolve != "exact" and not self.mention.external_id and not self.optional

    @property
    def other_norms(self) -> tuple[tuple[str, str], ...]:
        """Other names to look it up by: (how, norm). `kin` = the relationship, `alias` = a name that came with it."""
        if not self.guessable or self.is_speaker:
            return ()
        kin = self.said.kin if self.said and self.said.kin and self.said.kin.owner else None
        by_kin = (("kin", slug(kin.alias)),) if kin else ()
        by_alias = tuple(("alias", slug(alias)) for alias in self.mention.aliases[:5] if alias.strip())
        found = {norm: how for how, norm in (*by_alias, *by_kin) if norm != self.norm}
        return tuple((how, norm) for norm, how in found.items())


def mentions_of(
    found: Sequence[ExtractedMentions], claims: Sequence[tuple[Claim, ClaimSource]], terms: Terms = "entity"
) -> tuple[EntityMention, ...]:
    """Mentions, the subjects nobody listed and the objects that are entities; each name and type once a batch."""
    wanted = [_wanted(m, f.source, terms) for f in found for m in f.extracted.mentions if m.name.strip()]
    listed = {name for w in wanted for name in (w.norm, slug(w.mention.name), *map(slug, w.mention.aliases))}
    for extra in (*_ends(claims, terms, optional=False), *_ends(claims, terms, optional=True)):
        if (norm := extra.norm) not in listed and extra.mention.name.strip():
            listed.add(norm)
            wanted.append(extra)
    once = tuple({(w.norm, w.type, w.mention.external_id): w for w in reversed(wanted)}.values())[::-1]
    return _with_ties(once, claims, terms)


def _ends(claims: Sequence[tuple[Claim, ClaimSource]], terms: Terms, *, optional: bool) -> Iterator[EntityMention]:
    for claim, source in claims:
        if optional and claim.object_is_entity is None:
            said = reference_of(claim.object, "other", source, terms)
            yield EntityMention(Mention(claim.object), source, optional=True, of_claim=True, said=said)
        elif not optional:
            subject = Mention(claim.subject, _subject_type(claim, source))
            for end in (subject, Mention(claim.object)) if claim.object_is_entity else (subject,):
                yield _wanted(end, source, terms, of_claim=True)


def _subject_type(claim: Claim, source: ClaimSource) -> str:
    return "person" if source.resolve == "full" and relation_name(claim.relation) in OF_PEOPLE else "other"


def _wanted(mention: Mention, source: ClaimSource, terms: Terms, *, of_claim: bool = False) -> EntityMention:
    said = reference_of(mention.name, mention.type, source, terms, mention.hint)
    if said.speaker or said.kin:
        aliases = mention.aliases
        if said.kin and said.kin.owner:
            aliases = (*aliases, said.kin.alias)
        if said.speaker == "speaker_relationship":
            aliases = ()
        mention = replace(mention, name=said.name, type="person", aliases=aliases)
    return EntityMention(mention, source, of_claim=of_claim, said=said)


def _with_ties(
    wanted: Sequence[EntityMention], claims: Sequence[tuple[Claim, ClaimSource]], terms: Terms
) -> tuple[EntityMention, ...]:
    """Each with what its own record says about it; callers whose names are keys need none."""
    if not any(w.guessable for w in wanted):
        return tuple(wanted)
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
    for one in wanted:
        if not one.optional and len(beside.setdefault(one.source.n, [])) < MOST_TIES:
            beside[one.source.n].append(RelatedEnd(None, one.norm, None, one.mention.name))
    return tuple(
        replace(w, ties=tuple(_others(w, (*ties.get((w.source.n, w.norm), ()), *beside.get(w.source.n, ())))))
        if w.guessable
        else w
        for w in wanted
    )


def _others(wanted: EntityMention, ties: Sequence[RelatedEnd]) -> list[RelatedEnd]:
    return [tie for tie in dict.fromkeys(ties) if tie.norm != wanted.norm][:MOST_TIES]
