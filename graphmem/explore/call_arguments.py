"""The reading procedures of graphmem: their arguments after the brain, in order, and their columns."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any, Literal

from pydantic import ConfigDict, Field, PlainSerializer
from pydantic.alias_generators import to_camel

from graphmem.names.normalize import joined, slug, spelt
from graphmem_contract.records import Record, Share, Time

Ref = Annotated[str, Field(min_length=1, max_length=1000)]
Names = Annotated[tuple[Ref, ...], Field(max_length=1000)]


def sought(name: str) -> str:
    """Return an id, a key or a name as the statements look it up: with its signs written out; normalised if it has no word."""
    return spelt(name) if joined(name) else slug(name)


Entity = Annotated[Ref, PlainSerializer(sought)]
Entities = Annotated[tuple[Entity, ...], Field(max_length=1000)]
Mentions = Annotated[tuple[Annotated[Ref, PlainSerializer(slug)], ...], Field(max_length=1000)]
"""Names in any spelling, sent normalised."""
Vector = Annotated[tuple[float, ...], Field(min_length=1, max_length=8192)]


class CallArguments(Record):
    """Arguments by the parameter names of the procedures (camelCase)."""

    model_config = ConfigDict(frozen=True, extra="forbid", alias_generator=to_camel, validate_by_name=True)

    @property
    def asked_names(self) -> tuple[str, ...]:
        """The entities that have to be there."""
        return ()

    @property
    def asked_facts(self) -> tuple[str, ...]:
        """The facts that have to be there."""
        return ()

    @property
    def vectors(self) -> tuple[Vector, ...]:
        """The vectors that the call sends."""
        return ()


class BfsCall(CallArguments):
    """graphmem.bfs"""

    start: Entities
    hops: int = Field(2, ge=1, le=4)
    valid_at: Time | None = None
    known_at: Time | None = None
    limit: int = Field(200, ge=1, le=1000)
    direction: Literal["both", "out", "in"] = "both"

    @property
    def asked_names(self) -> tuple[str, ...]:
        """Where the walk starts."""
        return self.start


class AsOfCall(CallArguments):
    """graphmem.asOf"""

    entity: Entity
    valid_at: Time | None = None
    known_at: Time | None = None

    @property
    def asked_names(self) -> tuple[str, ...]:
        """The entity."""
        return (self.entity,)


class HistoryCall(CallArguments):
    """graphmem.history"""

    fact_id: Ref

    @property
    def asked_facts(self) -> tuple[str, ...]:
        """The fact."""
        return (self.fact_id,)


class DependentsCall(CallArguments):
    """graphmem.dependents"""

    fact_id: Ref

    @property
    def asked_facts(self) -> tuple[str, ...]:
        """The fact."""
        return (self.fact_id,)


class PathCall(CallArguments):
    """graphmem.path"""

    from_: Entity = Field(alias="from")
    to: Entity
    hops: int = Field(4, ge=1, le=6)
    valid_at: Time | None = None
    known_at: Time | None = None

    @property
    def asked_names(self) -> tuple[str, ...]:
        """Both ends."""
        return self.from_, self.to


class CandidatesCall(CallArguments):
    """graphmem.candidates"""

    names: Mentions
    embeddings: tuple[Vector, ...] = Field((), max_length=1000)
    k: int = Field(10, ge=1, le=100)

    @property
    def vectors(self) -> tuple[Vector, ...]:
        """A vector a name."""
        return self.embeddings


class RecallCallOptions(CallArguments):
    """The options of graphmem.recall."""

    entities: Names = ()
    relations: Names = ()
    categories: Names = ()
    session_id: str | None = None
    speaker: str | None = None
    role: str | None = None
    tags: Names = ()
    min_confidence: Share | None = None
    include_closed: bool = False
    facts: bool = True
    episodes: bool = True
    folded: bool = False


class RecallCall(CallArguments):
    """graphmem.recall. Without an embedding it searches by words only."""

    text: str = Field(max_length=20_000)
    embedding: Vector | None = None
    k: int = Field(20, ge=1, le=100)
    valid_at: Time | None = None
    known_at: Time | None = None
    options: RecallCallOptions = RecallCallOptions()

    @property
    def vectors(self) -> tuple[Vector, ...]:
        """The vector of the question."""
        return () if self.embedding is None else (self.embedding,)


@dataclass(frozen=True, slots=True)
class Procedure:
    """A reading procedure: its Cypher file, its arguments and its columns."""

    file: str
    takes: type[CallArguments]
    gives: tuple[str, ...]

    def arguments(self, values: tuple[Any, ...]) -> CallArguments:
        """Return the positional values as validated arguments.

        Raises:
            ValueError: there are too many values.
            pydantic.ValidationError: a required value is missing, or has the wrong type.
        """
        fields = self.takes.model_fields
        if len(values) > len(fields):
            raise ValueError(f"it takes {len(fields)} arguments after the brain")
        return self.takes(**dict(zip(fields, values, strict=False)))


PROCEDURES: Mapping[str, Procedure] = {
    "bfs": Procedure("bfs", BfsCall, ("fact", "entity", "hops", "path")),
    "asOf": Procedure("as_of", AsOfCall, ("fact", "subject", "object")),
    "history": Procedure("history", HistoryCall, ("row",)),
    "dependents": Procedure(
        "dependents",
        DependentsCall,
        ("factId", "restsOn", "kind", "depth", "condition", "text", "fact", "path"),
    ),
    "path": Procedure("path", PathCall, ("path", "facts", "hops")),
    "candidates": Procedure("candidates", CandidatesCall, ("name", "candidates")),
    "recall": Procedure("recall", RecallCall, ("rank", "score", "fact", "subject", "object", "episode", "signals")),
}
