"""`Resolver`: what the mentions of a batch have resolved to so far, for the mentions that follow."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from graphmem.claims import NameQuestion, NameVerdict
from graphmem.ingest.resolution.candidates import Candidate
from graphmem.ingest.resolution.considered import ConsideredSoFar
from graphmem.ingest.resolution.entity_ref import AliasRow, CandidateRow, EntityRef
from graphmem.ingest.resolution.mentions import MOST_TIES, EntityMention
from graphmem.ingest.resolution.scoring import SharedName, shared_name
from graphmem.names.normalize import GENERIC_TYPES, slug
from graphmem.names.words import latin_alias
from graphmem.settings import Settings

NameVerdicts = Mapping[str, NameVerdict]


@dataclass(slots=True)
class Resolver:
    """The state of one resolution: what the mentions of a batch have resolved to so far."""

    settings: Settings
    verdicts: NameVerdicts
    lost: frozenset[str]
    ends: dict[str, list[EntityRef]] = field(default_factory=dict)
    """Normalised name → entities of the batch that have it."""
    aliases: dict[tuple[str, str], AliasRow] = field(default_factory=dict)
    questions: dict[str, NameQuestion] = field(default_factory=dict)
    fresh: dict[str, list[EntityRef]] = field(default_factory=dict)
    """Word of a name → new entities of the batch. They are candidates for the mentions that follow."""
    by_external_id: dict[str, EntityRef] = field(default_factory=dict)
    names: dict[str, list[str]] = field(default_factory=dict)
    """Entity id → the names in `aliases`."""
    places: dict[str, list[list[EntityRef]]] = field(default_factory=dict)
    """Entity id → the lists of `ends` and `fresh` that have it."""
    considered: ConsideredSoFar = field(default_factory=ConsideredSoFar)

    def known_here(self, mention: EntityMention, external: Mapping[str, CandidateRow]) -> EntityRef | None:
        """Return the entity that this batch has already resolved the name or the external id to."""
        external_id = mention.mention.external_id
        if external_id and external_id in self.by_external_id:
            return self.by_external_id[external_id]
        if (mention.reference and mention.reference.is_unidentified) or (external_id and external_id in external):
            return None
        known = Candidate.of_batch
        here = [e for e in self.ends.get(mention.norm, ()) if fits(known(e), mention) and may_mean(mention, e.id)]
        if mention.mention.aliases:
            here = [e for e in here if share_of(mention, known(e, self._aliases_of(e.id))) == "same"]
        entity = next((e for e in here if not external_id or e.external_id in (None, external_id)), None)
        if entity and external_id and entity.external_id is None:
            return self._with_external_id(entity, external_id)
        return entity

    def by_alias_here(self, mention: EntityMention) -> EntityRef | None:
        """Return the new entity of this batch that has one of the mention's aliases, unless its names tell them apart."""
        found = (e for alias in mention.mention.aliases for e in self.ends.get(slug(alias), ()) if e.is_new)
        return next((e for e in found if self._may_be(mention, e)), None)

    def _may_be(self, mention: EntityMention, entity: EntityRef) -> bool:
        known = Candidate.of_batch(entity, self._aliases_of(entity.id), mention.source.n)
        return fits(known, mention) and share_of(mention, known) == "same"

    def _aliases_of(self, id_: str) -> tuple[str, ...]:
        return tuple(self.names.get(id_, ()))

    def _with_external_id(self, entity: EntityRef, external_id: str) -> EntityRef:
        """Give an entity of the batch its external id."""
        identified = replace(entity, external_id=external_id)
        for entities in self.places.get(entity.id, ()):
            entities[:] = [identified if e.id == entity.id else e for e in entities]
        return identified

    def new_candidates(self, mention: EntityMention) -> list[Candidate]:
        """Return the new entities of this batch that share a word with the name."""
        words = (*mention.norm.split("_"), *mention.short_forms)
        found = {e.id: e for word in words for e in self.fresh.get(word, ())[:MOST_TIES]}
        return [Candidate.of_batch(e, self._aliases_of(id_), mention.source.n) for id_, e in found.items()]

    def add(self, mention: EntityMention, entity: EntityRef) -> None:
        """Record the entity of a mention, with its names as aliases. An id in place of a name is no alias."""
        if mention.mention.external_id:
            self.by_external_id.setdefault(mention.mention.external_id, entity)
        if entity.method == "id":
            self._put(self.ends, mention.norm, entity)
            return
        guess = ("likeness",) if entity.method in ("nickname", "fuzzy", "context", "llm") else ()
        names = dict.fromkeys((mention.mention.name, *mention.mention.aliases))
        if entity.is_new and mention.guessable and (latin := latin_alias(mention.mention.name)):
            names[latin] = None
        if mention.norm not in map(slug, names):
            self._put(self.ends, mention.norm, entity)
        for name in names:
            norm = slug(name)
            if entity.id not in {e.id for e in self.ends.get(norm, ())}:
                self._put(self.ends, norm, entity)
            marks = guess if name == mention.mention.name else ()
            if name.strip() and (norm, entity.id) not in self.aliases:
                self.aliases[norm, entity.id] = (norm, name.strip(), entity.id, *marks)
                self.names.setdefault(entity.id, []).append(name.strip())
        if entity.is_new and not mention.is_nameless_relative:
            for word in (*mention.norm.split("_"), *mention.short_forms):
                self._put(self.fresh, word, entity)

    def _put(self, lists: dict[str, list[EntityRef]], name: str, entity: EntityRef) -> None:
        found = lists.setdefault(name, [])
        found.append(entity)
        self.places.setdefault(entity.id, []).append(found)


def may_mean(mention: EntityMention, entity_id: str) -> bool:
    """Whether an answer leaves it open that a mention is this entity."""
    stated = mention.mention
    return not stated.is_apart_from(entity_id) or mention.is_speaker


def share_of(mention: EntityMention, known: Candidate) -> SharedName:
    return shared_name(mention.mention.name, mention.type, mention.mention.aliases, known)


def fits(known: Candidate, mention: EntityMention) -> bool:
    """Whether a mention may refer to a candidate.

    A type that was only guessed tells nobody of the same name apart. If names are keys, types are keys too, and names that
    were resolved by similarity do not count.
    """
    if mention.source.resolve != "exact":
        guess = (mention.mention.guessed or known.type_guessed) and known.norm == mention.norm
        return guess or known.fits(mention.type)
    generic = known.type in GENERIC_TYPES or mention.type in GENERIC_TYPES
    return not known.guessed and (generic or known.type == mention.type)
