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
from graphmem.ingest.stages.batch import embed_texts
from graphmem.models.ports import Embedder, Extractor
from graphmem.names.normalize import WORD, fold, slug
from graphmem.ontology import ENTITY_TYPES, SEEDS
from graphmem_contract.records import Vector

CHARS_PER_TOKEN: Final = 4
LEAST_LIKE: Final = 0.3
"""Least cosine of a fact and the message for which the fact is context."""
LONGEST_NAME, SHORTEST_NAME = 5, 3
"""Words of the longest name and letters of the shortest one. In scripts without spaces, UNSPACED_NAMES applies."""
UNSPACED_NAMES: Final = range(2, 7)
"""Letters of a name in a script without spaces between words."""
MOST_ENTITIES, MOST_TYPES = 20, 20

Read = Callable[..., Awaitable[list[dict[str, Any]]]]
Span = tuple[int, int]
Row = Mapping[str, Any]

_UNSPACED = re.compile(r"[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff]")


@dataclass(frozen=True, slots=True)
class PromptContext:
    """The context of a prompt.

    `known`: the lines for each piece of the message (one piece, unless the message is long). `ontology`: names of entity
    types and of relations. `recent`: the turns before, oldest first. `vectors`: the vectors of the pieces, so that no text
    is embedded twice. `attributes`: what is known of the roles that the message names.
    """

    known: tuple[tuple[str, ...], ...] = ()
    ontology: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    recent: tuple[str, ...] = ()
    vectors: Mapping[str, Vector] = field(default_factory=dict)
    attributes: KnownAttributes = field(default_factory=KnownAttributes)

    def lines(self, piece: int) -> tuple[str, ...]:
        """Return the known lines for a piece of the message."""
        return self.known[piece] if piece < len(self.known) else ()


NO_CONTEXT: Final = PromptContext()


async def read_context(
    episode: EpisodeInput, previous: Sequence[str], extractor: Extractor, read: Read, embedder: Embedder
) -> PromptContext:
    """Return the context for an episode, from one embedding call and one read.

    There is neither for an extractor that asks no model (`wants_context`) and for a supplied extraction.

    Args:
        previous: the turns before this one, nearest first. They replace `recent_messages` if the caller sent none. If both
            are empty (a dry run stores nothing), the turns are read too.

    Raises:
        ModelError: the embedder failed.
        DatabaseUnavailable: Neo4j is out of reach. The commit would fail too, after a wasted model call.
    """
    if episode.extraction is not None or not getattr(extractor, "wants_context", False):
        return NO_CONTEXT
    pieces = chunks(episode.content, episode.settings.chunk_chars)
    embedded = [episode.turn] if len(pieces) == 1 else pieces
    vectors = await embed_texts(embedder, embedded)
    names_of_pieces = [names_in(piece) for piece in pieces]
    budget = episode.settings.informed_extraction_context_budget_tokens
    (answer, *_) = await read(
        "ingest/read_context",
        brain=episode.brain,
        pieces=[
            {"norms": sorted({*names, *_speaker_norm(episode)}), "vector": list(map(float, vectors[text]))}
            for names, text in zip(names_of_pieces, embedded, strict=True)
        ],
        k=episode.settings.informed_extraction_topk if budget > 0 else 0,
        most=MOST_ENTITIES,
        like=LEAST_LIKE,
        now=datetime.now(UTC),
        types=MOST_TYPES,
        session=None if previous or episode.recent_messages else episode.session_id,
        at=episode.occurred_at,
        episode=episode.episode_id,
    )
    found = {row["i"]: row["entities"] for row in answer["pieces"]}
    entities = [recognised(found.get(i, ()), names, episode.speaker) for i, names in enumerate(names_of_pieces)]
    return PromptContext(
        known=tuple(known_lines(rows, budget, episode.settings.informed_extraction_topk) for rows in entities),
        ontology={
            "entity types": _most_used(answer["types"], ENTITY_TYPES),
            "relations": _most_used(answer["relations"], SEEDS),
        },
        recent=episode.recent_messages or tuple(reversed(previous or answer["turns"])),
        vectors=vectors,
    )


async def read_transcript_context(
    episodes: Sequence[EpisodeInput], previous: Sequence[str], extractor: Extractor, read: Read, embedder: Embedder
) -> PromptContext:
    """Return one context for several messages that are read together, from one embedding call and one read.

    Args:
        previous: the turns before the first message, nearest first. They replace its `recent_messages` if the caller sent none.
            Earlier turns that came with the other messages stand beside them, without messages of the transcript.

    Raises:
        ModelError: the embedder failed. DatabaseUnavailable: Neo4j is out of reach.
    """
    if not getattr(extractor, "wants_context", False):
        return NO_CONTEXT
    first = episodes[0]
    budget, most = (
        first.settings.informed_extraction_context_budget_tokens,
        first.settings.informed_extraction_topk,
    )
    vectors = await embed_texts(embedder, [episode.turn for episode in episodes])
    names = [names_in(episode.content) for episode in episodes]
    (answer, *_) = await read(
        "ingest/read_context",
        brain=first.brain,
        pieces=[
            {"norms": sorted({*own, *_speaker_norm(episode)}), "vector": list(map(float, vectors[episode.turn]))}
            for own, episode in zip(names, episodes, strict=True)
        ],
        k=most if budget > 0 else 0,
        most=MOST_ENTITIES,
        like=LEAST_LIKE,
        now=datetime.now(UTC),
        types=MOST_TYPES,
        session=None,
        at=first.occurred_at,
        episode=first.episode_id,
    )
    found = {row["i"]: row["entities"] for row in answer["pieces"]}
    named = [
        recognised(found.get(i, ()), own, one.speaker) for i, (own, one) in enumerate(zip(names, episodes, strict=True))
    ]
    later = (turn for episode in episodes[1:] for turn in episode.recent_messages)
    sent = (*(first.recent_messages or tuple(reversed(previous))), *later)
    within = {text for episode in episodes for text in (episode.content, episode.turn)}
    return PromptContext(
        known=(known_lines(joined_rows(named, most), budget, most),),
        ontology={
            "entity types": _most_used(answer["types"], ENTITY_TYPES),
            "relations": _most_used(answer["relations"], SEEDS),
        },
        recent=tuple(turn for turn in dict.fromkeys(sent) if turn not in within),
        vectors=vectors,
    )


def joined_rows(named: Sequence[Sequence[Row]], most: int) -> list[Row]:
    """Return each entity that several messages name once, with the facts that are nearest to any of them."""
    rows: dict[str, dict[str, Any]] = {}
    for entity in (entity for entities in named for entity in entities):
        row = rows.setdefault(entity["id"], {**entity, "facts": []})
        row["facts"] = [*row["facts"], *entity["facts"]]
    for row in rows.values():
        nearest = {fact["id"]: fact for fact in sorted(row["facts"], key=lambda fact: fact["score"])}
        row["facts"] = sorted(nearest.values(), key=lambda fact: -fact["score"])[:most]
    return list(rows.values())


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


def _speaker_norm(episode: EpisodeInput) -> tuple[str, ...]:
    return (slug(episode.speaker),) if episode.speaker else ()


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


def known_lines(entities: Sequence[Row], budget: int, most: int) -> tuple[str, ...]:
    """Return the lines about the entities within a budget of tokens: the profile of an entity, else its facts.

    A profile that does not fit is left out. Facts are cut line by line. An entity has at most `most` facts, and fewer if
    more than two entities share the budget. Each fact stands once.
    """
    share = min(most, max(3, budget // len(entities) // 20)) if len(entities) > 2 else most
    room, shown, lines = budget * CHARS_PER_TOKEN, set[str](), list[str]()
    for entity in entities:
        facts = [f for f in entity["facts"][:share] if f["text"] and f["id"] not in shown]
        block = _profile_lines(entity, room) if entity["profile"] else _fact_lines(entity, facts, room)
        shown |= {f["id"] for f in facts}
        lines += block
        room -= sum(len(line) + 1 for line in block)
    return tuple(lines)


def _profile_lines(entity: Row, room: int) -> list[str]:
    line = f"Profile of {_one_line(entity['name'])}: {_one_line(entity['profile'])}"
    return [line] if len(line) < room else []


def _fact_lines(entity: Row, facts: Sequence[Row], room: int) -> list[str]:
    block = [f"Known facts about {_one_line(entity['name'])}:", *(f"- {_one_line(fact['text'])}" for fact in facts)]
    fitting, used = 0, 0
    for line in block:
        used += len(line) + 1
        fitting += used <= room
    return block[:fitting] if fitting > 1 else []


def _one_line(text: str) -> str:
    return " ".join(str(text).split())


def _most_used(used: Sequence[str], seeds: Sequence[str] | Mapping[str, Any]) -> tuple[str, ...]:
    """Return the names that the brain uses most, then the seeds, at most MOST_TYPES."""
    return tuple(dict.fromkeys((*used, *seeds)))[:MOST_TYPES]
