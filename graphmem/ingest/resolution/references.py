"""References of wordings, without the graph: the speaker, a relative, or a name with a hint."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from graphmem.claims import Claim, ClaimSource
from graphmem.names.kinship import Kin, is_address, kin_of
from graphmem.names.normalize import family, fold, slug, word_set
from graphmem.names.pronouns import is_pronoun
from graphmem.ontology import OBJECT_TYPES, relation_name

Terms = Literal["entity", "speaker"]
"""What a bare relationship ("my brother") refers to: an entity of its own, or the speaker."""
LONGEST_NAME = 100
"""Characters of an object that may be a name."""
_NOWHERE = word_set("it there here that this them him her they home nowhere somewhere unknown none remote")
_DESCRIBES = re.compile(
    r"(?:an?|the|my|our|his|her|their|some|any|two|three|o|os|as|um|uma|meu|minha|seu|sua|el|los|las|un|una|mi|su|le|les|une|mon"
    r"|ma|son|sa|der|die|das|ein|eine|einem|einer|mein|meine|meiner|meinem)\s",
    re.IGNORECASE,
)
"""An article or a possessive before a description: "a bank", "my parents' house"."""
_BRACKETS = re.compile(r"^(?P<name>[^()]{0,299}[^()\s])\s*\((?P<hint>[^()]+)\)$")


@dataclass(frozen=True, slots=True)
class Reference:
    """What a wording refers to. `kin`: the relationship in it. `speaker`: how it refers to the speaker; "" = not at all."""

    name: str
    kin: Kin | None = None
    speaker: Literal["", "speaker", "speaker_relationship"] = ""

    @property
    def norm(self) -> str:
        """Return the normalised name by which the entity is looked up."""
        return slug(self.kin.alias if self.kin and self.kin.owner and not self.kin.given else self.name)

    @property
    def is_unidentified(self) -> bool:
        """Whether the wording identifies no entity that can be found again: "her brother"."""
        return self.kin is not None and self.kin.owner is None and self.kin.given is None


@lru_cache(maxsize=16384)
def resolve_reference(
    wording: str, type_: str, speaker: str | None, terms: Terms = "entity", hint: str | None = None
) -> Reference:
    """Return the reference of a wording.

    A pronoun of the first person refers to the speaker. "Carol (Rafael's girlfriend)" refers to Carol. "my brother" refers
    to a relative of the speaker, or with `terms="speaker"` to the speaker.
    """
    name = wording.strip()
    if speaker and (is_pronoun(name) or slug(name) == slug(speaker)):
        return Reference(speaker, None, "speaker")
    bracketed = _BRACKETS.match(name)
    kin = kin_of(bracketed["hint"], speaker) if bracketed else None
    if bracketed and kin:
        return Reference(bracketed["name"].strip(), Kin(kin.term, kin.owner, bracketed["name"].strip()))
    if hint and (kin := kin_of(hint, speaker)):
        return Reference(name, Kin(kin.term, kin.owner, name))
    kin = kin_of(name, speaker) if _may_be_kin(name, type_) else None
    if kin is None:
        return Reference(name)
    if kin.given:
        return Reference(kin.given, kin)
    if terms == "speaker" and speaker and kin.owner == speaker:
        return Reference(speaker, None, "speaker_relationship")
    return Reference(kin.name if kin.owner else name, kin)


def _may_be_kin(name: str, type_: str) -> bool:
    """Whether a wording may be a relationship.

    A single word with a capital is one only for a person: a film may be called Mother and a series Friends. Words by which
    people address their own relatives ("Mom", "Mãe", "Boss") need no type.
    """
    kind = family(type_)
    alone = len(name.split()) == 1 and name[:1].isupper()
    return kind == "person" if alone and not is_address(name) else kind in ("", "person")


@dataclass(frozen=True, slots=True)
class ObjectRole:
    """What the object of a claim is: an `entity`, a value, or `open`: an entity if one of its name is known, else a value.

    `type` is its type by the relation, if it has one.
    """

    entity: bool = False
    open: bool = False
    type: str = "other"


def object_role(claim: Claim, source: ClaimSource) -> ObjectRole:
    """Return what the object of a claim is (docs/resolution.md, Objects).

    The caller's word goes first. Where nobody said it, the relation's type of objects decides: a name is an entity of this
    type, a description ("a bank") is open. What is no name at all stays a value: a date, a number, a sentence.
    """
    if claim.object_is_entity is not None:
        return ObjectRole(entity=claim.object_is_entity)
    type_ = OBJECT_TYPES.get(relation_name(claim.relation, synonyms=source.resolve == "full"), "other")
    wording = claim.object.strip()
    if type_ == "value" or len(wording) > LONGEST_NAME or not any(c.isalpha() for c in wording):
        return ObjectRole()
    named = type_ != "other" and claim.action == "holds" and source.resolve == "full" and _is_name(wording)
    return ObjectRole(named, not named, type_)


def _is_name(wording: str) -> bool:
    """Whether a wording is written as a name: its first letter is no small one, and it is no word for a place at hand."""
    first = next(c for c in wording if c.isalnum())
    return (
        not first.islower()
        and fold(wording) not in _NOWHERE
        and not is_pronoun(wording)
        and not _DESCRIBES.match(wording)
    )


def reference_of(name: str, type_: str, source: ClaimSource, terms: Terms, hint: str | None = None) -> Reference:
    """Return the reference of a wording in its source. Where names are keys, only a pronoun is more than a name."""
    if source.resolve == "exact" and not source.speaker:
        return Reference(name.strip())
    reference = resolve_reference(name, type_, source.speaker, terms, hint)
    return reference if reference.speaker == "speaker" or source.resolve != "exact" else Reference(name.strip())
