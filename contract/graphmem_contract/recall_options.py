"""`RecallOptions`: everything that a recall can be asked for, beside its question. An option is one field here."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from graphmem_contract.choices import Style
from graphmem_contract.records import Category, Json, Record, Share, Time

Ref = Annotated[str, Field(min_length=1, max_length=1000)]


class RecallOptions(Record):
    """The options of a recall, the same in Python, REST and the clients."""

    k: int = Field(10, ge=1, le=100, description="Maximum number of facts, and of episodes")
    recipe: str = Field(
        "hybrid",
        max_length=100,
        description="hybrid, facts, episodes, graph, lexical, semantic, conversation, fusion, rerank or overview",
    )
    valid_at: Time | None = Field(None, description="What held at this time; default now")
    known_at: Time | None = Field(None, description="What was believed at this time; default the latest")
    entities: tuple[Ref, ...] = Field(
        (), max_length=1000, description="Only what is connected to these; names, keys or ids"
    )
    relations: tuple[Ref, ...] = Field((), max_length=1000)
    categories: tuple[Category, ...] = Field((), max_length=1000)
    asker: Ref | None = Field(
        None,
        description='Who asks: name, key or id of an entity; "I" and "my" in the question mean it, in five languages',
    )
    recent: tuple[Annotated[str, Field(max_length=100_000)], ...] = Field(
        (),
        max_length=100,
        description='The turns before the question, oldest first; "she" and "and Bruno?" mean whom they name and what they ask, '
        "in five languages",
    )
    session_id: str | None = Field(None, max_length=300)
    speaker: str | None = Field(None, max_length=300)
    role: str | None = Field(None, max_length=100)
    tags: tuple[str, ...] = Field((), max_length=1000, description="Only episodes with all of these")
    metadata: Json = Field({}, description="Only episodes with these values")
    min_confidence: Share | None = Field(None, description="Default: the brain's, else GRAPHMEM_MIN_CONFIDENCE")
    min_relevance: Share | None = Field(
        None,
        description="How well the best result has to fit the question, or nothing is returned. "
        "Default: the floor of the embedder; 0 = no floor",
    )
    cut: Share | None = Field(
        None,
        description="A result that fits the question less than this share of the nearest of its kind is left out; 0 = nothing is "
        "left out. Default: 0.9 for facts, 0.8 for messages, 0.3 for turns of a conversation, where more than ten were found",
    )
    include_closed: bool = False
    include_provenance: bool = False
    deep: bool = Field(
        False, description="Whether facts that went cold, because nobody used them, are found too, at half score"
    )
    spread: bool = Field(
        False,
        description="Whether facts that are associated with the best ones are found too, over two links, each at half weight",
    )
    tell_ended: bool = Field(
        False, description="Whether to return the first k of the facts that `no_longer_true` counts, in `ended`"
    )
    diversity: Share = Field(0.0, description="0 = ranked by score only, up to 1 = results unlike each other")
    rerank: bool = Field(False, description="Whether the reranker ranks the best results again, if the service has one")
    context_style: Style = "grouped"
    token_budget: int = Field(540, ge=0, le=100_000, description="Maximum number of tokens of `context`")
    reinforce: bool = Field(False, description="Whether the results count as used; otherwise recall changes nothing")
    explain: bool = Field(
        False,
        description="Whether to return what each signal adds and what was left out, and why, in `explanation`; "
        "it costs another search",
    )
