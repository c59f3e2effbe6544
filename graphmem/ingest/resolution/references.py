"""What a wording means before any graph is asked: the speaker, somebody's relative, or a name with a hint."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from graphmem.claims import ClaimSource
from graphmem.names.kinship import Kin, kin_of
from graphmem.names.normalize import family, is_pronoun, slug

Terms = Literal["entity", "speaker"]
_BRACKETS = re.compile(r"^(?P<name>[^()]{1,300}?)\s*\((?P<hint>[^()]+)\)$")


@dataclass(frozen=True, slots=True)
class Reference:
    """A wording, read. `kin` is the relationship it named; `speaker` how it stands for the speaker, if it does."""

    name: str
    kin: Kin | None = None
    speaker: Literal["", "speaker", "speaker_relationship"] = ""

    @property
    def norm(self) -> str:
        """The name by which the entity is looked for."""
        return slug(self.kin.alias if self.kin and self.kin.owner and not self.kin.given else self.name)

    @property
    def nobody(self) -> bool:
        """ "her brother": somebody, but nobody that could be found again by this name."""
        return self.kin is not None and self.kin.owner is None and self.kin.given is None


@lru_cache(maxsize=16384)
def resolve_reference(
    wording: str, type_: str, speaker: str | None, terms: Terms = "entity", hint: str | None = None
) -> Reference:
    """Reads a wording: pronouns are the speaker, "Carol (Rafael's girlfriend)" is Carol, "my brother" is
    somebody of the speaker's, or with `terms` "speaker" the speaker."""
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
    """A film may be called Mother and a series Friends: with a capital and alone, only a person is a relative."""
    kind = family(type_)
    alone = len(name.split()) == 1 and name[:1].isupper()
    return kind == "person" if alone else kind in ("", "person")


def reference_of(name: str, type_: str, source: ClaimSource, terms: Terms, hint: str | None = None) -> Reference:
    """What a wording means in its source; where names are keys it is a name and nothing else."""
    if source.resolve == "exact" and not source.speaker:
        return Reference(name.strip())
    said = resolve_reference(name, type_, source.speaker, terms, hint)
    return said if said.speaker == "speaker" or source.resolve != "exact" else Reference(name.strip())
