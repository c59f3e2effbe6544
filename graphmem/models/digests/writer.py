"""Digests of facts: the protocol, its records, and the writer without a model."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Literal, Protocol, runtime_checkable

from graphmem.claims import Call
from graphmem.models.profiles.writer import CHARS_PER_TOKEN, ToldFact, fitting_facts, whole_sentence

DigestKind = Literal["cluster", "entity", "faded"]
DIGEST_TOKENS: Mapping[DigestKind, int] = MappingProxyType({"cluster": 200, "entity": 600, "faded": 200})
"""Most tokens of the text of each kind."""
TITLE_CHARS = 120
TITLE_NAMES = 3
"""Names that a title without a model has."""


@dataclass(frozen=True, slots=True)
class DigestRequest:
    """The input of a digest.

    `kind`: what is told: a cluster of entities, one entity, or facts that fade. `names`: the entities in it, the most connected
    first. `facts`: the most important first.
    """

    kind: DigestKind
    names: tuple[str, ...]
    facts: tuple[ToldFact, ...]
    instructions: str | None = None

    @property
    def chars(self) -> int:
        """Most characters of the text."""
        return DIGEST_TOKENS[self.kind] * CHARS_PER_TOKEN


@dataclass(frozen=True, slots=True)
class WrittenDigest:
    """A digest: a title, a text, and the facts that the text rests on."""

    title: str
    text: str
    fact_ids: tuple[str, ...]
    calls: tuple[Call, ...] = ()


@runtime_checkable
class DigestWriter(Protocol):
    """Tells several facts in a title and a short text."""

    async def write(self, request: DigestRequest) -> WrittenDigest:
        """Return the digest, with at most one model call and one for repair.

        Raises:
            ModelError: the model failed; there is no digest to store.
        """
        ...


class OfflineDigestWriter:
    """A digest without a model: the first names are the title, the first sentences the text, none of them cut."""

    async def write(self, request: DigestRequest) -> WrittenDigest:
        """Return as many whole sentences as fit. A sentence that does not fit is left out, a shorter one may follow."""
        told = tuple(fitting_facts(request.facts, request.chars))
        text = " ".join(whole_sentence(fact.text) for fact in told)
        return WrittenDigest(title_of(request.names), text, tuple(fact.id for fact in told))


def title_of(names: tuple[str, ...]) -> str:
    """Return the first three names on one line."""
    title = ", ".join(" ".join(name.split()) for name in names[:TITLE_NAMES])
    return title if len(title) <= TITLE_CHARS else title[: TITLE_CHARS - 1] + "…"
