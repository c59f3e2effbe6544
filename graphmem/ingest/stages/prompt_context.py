"""Before stage 1: the context of a prompt, for an extractor that asks a model."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any, Final

from graphmem.claims import KnownAttributes
from graphmem.ingest.episodes.chunks import chunks
from graphmem.ingest.episodes.input import EpisodeInput
from graphmem.ingest.stages.known_items import ONE_VALUE, joined_rows, offer_of, profile_lines
from graphmem.ingest.vectors import NOTHING_EMBEDDED, Embedded, embed_texts
from graphmem.models.ports import Embedder, Extractor
from graphmem.names.normalize import WORD, brain_token, fold, slug
from graphmem.offer import EMPTY_OFFER, Offer, joined
from graphmem.ontology import ENTITY_TYPES, SEEDS
from graphmem_contract.records import Vector

LEAST_LIKE: Final = 0.3
"""Least cosine of a fact of a named entity and the message for which the fact is context."""
LEAST_NEAR: Final = 0.5
"""The same for a fact of an entity that the message does not name."""
LONGEST_NAME, SHORTEST_NAME = 5, 3
"""Words of the longest name and letters of the shortest one. In scripts without spaces, UNSPACED_NAMES applies."""
UNSPACED_NAMES: Final = range(2, 7)
"""Letters of a name in a script without spaces between words."""
MOST_ENTITIES, MOST_TYPES, MOST_WORDS = 20, 20, 12

Read = Callable[..., Awaitable[list[dict[str, Any]]]]
Span = tuple[int, int]
Row = Mapping[str, Any]

_UNSPACED = re.compile(r"[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff]")
_CAPITALISED = re.compile(r"\b[^\W\d_a-z][\w'’-]{3,}")


@dataclass(frozen=True, slots=True)
class PromptContext:
    """The context of a prompt.

    By piece of the message (one piece, unless the message is long): `offers` are the known entities and facts, with one
    numbering for all pieces; `known` are the lines about profiles. `ontology`: names of entity types and of relations.
    `recent`: the turns before, oldest first. `embedded`: the vectors of the pieces, so that no text is embedded twice.
    `attributes`: what is known of the roles that the message names.
    """

    offers: tuple[Offer, ...] = ()
    known: tuple[tuple[str, ...], ...] = ()
    ontology: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    recent: tuple[str, ...] = ()
    embedded: Embedded = NOTHING_EMBEDDED
    attributes: KnownAttributes = field(default_factory=KnownAttributes)

    def lines(self, piece: int) -> tuple[str, ...]:
        """Return the known lines for a piece of the message."""
        return self.known[piece] if piece < len(self.known) else ()

    def offer(self, piece: int) -> Offer:
        """Return what a piece of the message may mean."""
        return self.offers[piece] if piece < len(self.offers) else EMPTY_OFFER


NO_CONTEXT: Final = PromptContext()


async def read_context(
    episode: EpisodeInput, previous: Sequence[str], extractor: Extractor, read: Read, embedder: Embedder
) -> PromptContext:
    """Return the context for an episode, from one embedding call and one read.

    There is neither for an extractor that asks no model (`wants_context`) and for a supplied extraction.

    Args:
        previous: the turns before this one, nearest first. They replace `recent_messages` if the caller sent none. If both
            are empty (a dry run stores nothing), the turns are read too.

    Where the embedder fails, the facts that are near in meaning are left out.

    Raises:
        DatabaseUnavailable: Neo4j is out of reach. The commit would fail too, after a wasted model call.
    """
    if episode.extraction is not None or not getattr(extractor, "wants_context", False):
        return NO_CONTEXT
    pieces = chunks(episode.content, episode.settings.chunk_chars)
    texts = [episode.turn] if len(pieces) == 1 else pieces
    embedded = await embed_texts(embedder, texts)
    asked = [_Piece.of(episode, piece, embedded.vectors.get(text)) for piece, text in zip(pieces, texts, strict=True)]
    answer, found = await _read(
        episode, asked, read, None if previous or episode.recent_messages else episode.session_id
    )
    settings = episode.settings
    offers = (offer_of(one.entities, one.like, one.near, settings) for one in found)
    return PromptContext(
        offers=tuple(joined(offers)),
        known=tuple(profile_lines(one.entities) for one in found),
        ontology=_ontology(answer),
        recent=episode.recent_messages or tuple(reversed(previous or answer["turns"])),
        embedded=embedded,
    )


async def read_transcript_context(
    episodes: Sequence[EpisodeInput], previous: Sequence[str], extractor: Extractor, read: Read, embedder: Embedder
) -> PromptContext:
    """Return one context for several messages that are read together, from one embedding call and one read.

    Args:
        previous: the turns before the first message, nearest first. They replace its `recent_messages` if the caller sent none.
            Earlier turns that came with the other messages stand beside them, without messages of the transcript.

    Raises:
        DatabaseUnavailable: Neo4j is out of reach.
    """
    if not getattr(extractor, "wants_context", False):
        return NO_CONTEXT
    first = episodes[0]
    embedded = await embed_texts(embedder, [episode.turn for episode in episodes])
    asked = [_Piece.of(episode, episode.content, embedded.vectors.get(episode.turn)) for episode in episodes]
    answer, found = await _read(first, asked, read, None)
    settings, most = first.settings, first.settings.informed_extraction_topk
    entities = joined_rows([one.entities for one in found], most)
    like = joined_rows([one.like for one in found], most)
    near = [fact for one in found for fact in one.near]
    later = (turn for episode in episodes[1:] for turn in episode.recent_messages)
    sent = (*(first.recent_messages or tuple(reversed(previous))), *later)
    within = {text for episode in episodes for text in (episode.content, episode.turn)}
    return PromptContext(
        offers=(offer_of(entities, like, near, settings),),
        known=(profile_lines(entities),),
        ontology=_ontology(answer),
        recent=tuple(turn for turn in dict.fromkeys(sent) if turn not in within),
        embedded=embedded,
    )


@dataclass(frozen=True, slots=True)
class _Piece:
    """A piece of a message: the names that may stand in it, its speaker and its vector."""

    names: Mapping[str, Sequence[Span]]
    words: str
    speaker: str
    vector: Vector | None

    @classmethod
    def of(cls, episode: EpisodeInput, text: str, vector: Vector | None) -> _Piece:
        return cls(names_in(text), _similar_names(episode.brain, text), episode.speaker or "user", vector)

    @property
    def parameter(self) -> dict[str, Any]:
        norms = sorted({*self.names, slug(self.speaker)})
        vector = None if self.vector is None else list(map(float, self.vector))
        return {"norms": norms, "words": self.words, "vector": vector}


@dataclass(frozen=True, slots=True)
class _Found:
    """What is known for a piece: entities that it names, entities with similar names, and facts of a similar meaning."""

    entities: tuple[Row, ...]
    like: tuple[Row, ...]
    near: tuple[Row, ...]


async def _read(
    episode: EpisodeInput, pieces: Sequence[_Piece], read: Read, session: str | None
) -> tuple[Row, list[_Found]]:
    settings = episode.settings
    budget = settings.informed_extraction_context_budget_tokens
    (answer, *_) = await read(
        "ingest/read_context",
        brain=episode.brain,
        pieces=[piece.parameter for piece in pieces],
        k=settings.informed_extraction_topk if budget > 0 else 0,
        one=ONE_VALUE,
        most=MOST_ENTITIES,
        like=LEAST_LIKE,
        near=LEAST_NEAR,
        now=datetime.now(UTC),
        types=MOST_TYPES,
        session=session,
        at=episode.occurred_at,
        episode=episode.episode_id,
    )
    rows = {row["i"]: row for row in answer["pieces"]}
    return answer, [_found(rows.get(i), piece) for i, piece in enumerate(pieces)]


def _found(row: Row | None, piece: _Piece) -> _Found:
    if row is None:
        return _Found((), (), ())
    entities = [entity for entity in row["entities"] if entity["norms"]]
    named = recognised(entities, piece.names, piece.speaker)
    ids = {entity["id"] for entity in named}
    # An entity whose name is a part of a longer one is not named; its name is like one that is.
    like = {entity["id"]: entity for entity in row["entities"] if entity["id"] not in ids}
    return _Found(named, tuple(like.values()), tuple(row["near"]))


def _ontology(answer: Row) -> dict[str, tuple[str, ...]]:
    return {
        "entity types": _most_used(answer["types"], ENTITY_TYPES),
        "relations": _most_used(answer["relations"], SEEDS),
    }


def _similar_names(brain: str, text: str) -> str:
    """Return a full-text query for names that share a capitalised word of the text, give or take one letter; "" = none."""
    words = dict.fromkeys(slug(word) for word in _CAPITALISED.findall(text))
    fuzzy = [f"{word}~1" for word in words if word.isalpha() and word.isascii()][:MOST_WORDS]
    return f"+brainToken:{brain_token(brain)}^0 +name:({' '.join(fuzzy)})" if fuzzy else ""


def names_in(text: str) -> dict[str, list[Span]]:
    """Return every possible name in the text with its positions: runs of whole words, normalised like aliases.

    The text is folded as aliases are, so case and accents do not matter. In scripts without spaces between words, parts of
    a word are names too.
    """
    names: dict[str, list[Span]] = {}
    for norm, span in _word_runs([(m[0], m.span()) for m in WORD.finditer(fold(text))]):
        names.setdefault(norm, []).append(span)
    return names


def _word_runs(words: Sequence[tuple[str, Span]]) -> Iterator[tuple[str, Span]]:
    for first, (word, (start, end)) in enumerate(words):
        if _UNSPACED.search(word):
            yield from _unspaced_names(word, start)
        for last in range(first, min(first + LONGEST_NAME, len(words))):
            norm = "_".join(text for text, _ in words[first : last + 1])
            if len(norm) - (last - first) >= SHORTEST_NAME:
                yield norm, (start, words[last][1][1] if last > first else end)


def _unspaced_names(word: str, start: int) -> Iterator[tuple[str, Span]]:
    """Yield the parts of a word in Chinese, Japanese, Thai, …, where a name may begin and end anywhere."""
    for size in UNSPACED_NAMES:
        for at in range(len(word) - size + 1):
            yield word[at : at + size], (start + at, start + at + size)


def recognised(entities: Sequence[Row], names: Mapping[str, Sequence[Span]], speaker: str | None) -> tuple[Row, ...]:
    """Return the entities that the message names: the speaker first, the others in the order of the message.

    The longest match counts: "São Paulo" does not name an entity "Paulo". If several entities have the speaker's name, the
    one with the lowest rank is the speaker.
    """
    places = _places({norm for entity in entities for norm in entity["norms"]}, names)
    own = slug(speaker) if speaker else None
    speaking = min((e for e in entities if own in e["norms"]), key=lambda e: e["rank"], default=None)
    at = {e["id"]: min((places[n] for n in e["norms"] if n in places), default=None) for e in entities}
    named = sorted(
        (e for e in entities if at[e["id"]] is not None and e is not speaking), key=lambda e: at[e["id"]] or 0
    )
    return (speaking, *named) if speaking else tuple(named)


def _places(norms: set[str], names: Mapping[str, Sequence[Span]]) -> dict[str, int]:
    """Return the first position of each known name that is no part of a longer known name."""
    spans = sorted((start - end, start, end, norm) for norm in norms for start, end in names.get(norm, ()))
    taken: list[tuple[int, int]] = []
    places: dict[str, int] = {}
    for _, start, end, norm in spans:
        if not any(a < end and start < b for a, b in taken):
            taken.append((start, end))
            places[norm] = min(start, places.get(norm, start))
    return places


def _most_used(used: Sequence[str], seeds: Sequence[str] | Mapping[str, Any]) -> tuple[str, ...]:
    """Return the names that the brain uses most, then the seeds, at most MOST_TYPES."""
    return tuple(dict.fromkeys((*used, *seeds)))[:MOST_TYPES]
