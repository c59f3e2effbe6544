"""Before stage 1: what an extractor that asks a model is told beside the message."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any, Final

from graphmem.contract.records import Vector
from graphmem.ingest.episodes.chunks import chunks
from graphmem.ingest.episodes.input import EpisodeInput
from graphmem.ingest.stages.batch import embed_texts
from graphmem.models.ports import Embedder, Extractor
from graphmem.names.normalize import WORD, fold, slug
from graphmem.ontology import ENTITY_TYPES, SEEDS

CHARS_PER_TOKEN: Final = 4
LEAST_LIKE: Final = 0.3
"""Cosine of fact and message below which a fact is no context."""
LONGEST_NAME, SHORTEST_NAME = 5, 3
"""A name has at most five words and at least three letters; two where words are not set apart by spaces."""
UNSPACED_NAMES: Final = range(2, 7)
MOST_ENTITIES, MOST_TYPES = 20, 20

Read = Callable[..., Awaitable[list[dict[str, Any]]]]
Span = tuple[int, int]
Row = Mapping[str, Any]

_UNSPACED = re.compile(r"[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff]")


@dataclass(frozen=True, slots=True)
class PromptContext:
    """What a model is told beside the message. `known` has the lines of every piece of it (one, unless it is long);
    `vectors` are those of the pieces, so that nothing is embedded twice."""

    known: tuple[tuple[str, ...], ...] = ()
    ontology: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    recent: tuple[str, ...] = ()
    vectors: Mapping[str, Vector] = field(default_factory=dict)

    def lines(self, piece: int) -> tuple[str, ...]:
        """The known lines for a piece of the message."""
        return self.known[piece] if piece < len(self.known) else ()


NO_CONTEXT: Final = PromptContext()


async def read_context(
    episode: EpisodeInput, previous: Sequence[str], extractor: Extractor, read: Read, embedder: Embedder
) -> PromptContext:
    """One embedding call and one read, and neither where the extractor asks no model (`wants_context`).

    `previous` are the turns before this one, nearest first; they stand in for `recent_messages` that nobody sent. Where
    they are not known yet (a dry run stores nothing), they are read as well.

    Raises:
        ModelError: the embedder failed. DatabaseUnavailable: so would the commit have, after a model call for nothing.
    """
    if episode.extraction is not None or not getattr(extractor, "wants_context", False):
        return NO_CONTEXT
    pieces = chunks(episode.content, episode.settings.chunk_chars)
    embedded = [episode.turn] if len(pieces) == 1 else pieces
    vectors = await embed_texts(embedder, embedded)
    spoken = [names_in(piece) for piece in pieces]
    budget = episode.settings.informed_extraction_context_budget_tokens
    rows = await read(
        "ingest/read_context",
        brain=episode.brain,
        pieces=[
            {"norms": sorted({*names, *_speaker(episode)}), "vector": list(map(float, vectors[text]))}
            for names, text in zip(spoken, embedded, strict=True)
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
    found = {row["i"]: row["entities"] for row in rows[0]["pieces"]}
    heard = [recognised(found.get(i, ()), names, episode.speaker) for i, names in enumerate(spoken)]
    return PromptContext(
        known=tuple(known_lines(one, budget, episode.settings.informed_extraction_topk) for one in heard),
        ontology={
            "entity types": _filled_up(rows[0]["types"], ENTITY_TYPES),
            "relations": _filled_up(rows[0]["relations"], SEEDS),
        },
        recent=episode.recent_messages or tuple(reversed(previous or rows[0]["turns"])),
        vectors=vectors,
    )


def names_in(text: str) -> dict[str, list[Span]]:
    """Whatever in the text could be a name, normalised as aliases are, with where it stands; word-bounded.

    Both sides are folded, so that "São Paulo" is found however it is written.
    """
    names: dict[str, list[Span]] = {}
    for norm, span in _runs([(m[0], m.span()) for m in WORD.finditer(fold(text))]):
        names.setdefault(norm, []).append(span)
    return names


def _runs(words: Sequence[tuple[str, Span]]) -> Iterator[tuple[str, Span]]:
    for first, (word, (start, end)) in enumerate(words):
        if _UNSPACED.search(word):
            yield from _unspaced(word, start)
        for last in range(first, min(first + LONGEST_NAME, len(words))):
            norm = "_".join(text for text, _ in words[first : last + 1])
            if len(norm) - (last - first) >= SHORTEST_NAME:
                yield norm, (start, words[last][1][1] if last > first else end)


def _unspaced(word: str, start: int) -> Iterator[tuple[str, Span]]:
    """Chinese, Japanese, Thai, …: a name may begin and end anywhere."""
    for size in UNSPACED_NAMES:
        for at in range(len(word) - size + 1):
            yield word[at : at + size], (start + at, start + at + size)


def _speaker(episode: EpisodeInput) -> tuple[str, ...]:
    return (slug(episode.speaker),) if episode.speaker else ()


def recognised(entities: Sequence[Row], names: Mapping[str, Sequence[Span]], speaker: str | None) -> tuple[Row, ...]:
    """The entities the message really names, the speaker first, then in the order of the message.

    The longest name counts: who is only called a part of another's name ("Paulo" in "São Paulo") is not meant. Where the
    speaker's name is that of several, the first of them is the speaker.
    """
    places = _places({norm for one in entities for norm in one["norms"]}, names)
    own = slug(speaker) if speaker else None
    speaking = min((e for e in entities if own in e["norms"]), key=lambda e: e["rank"], default=None)
    at = {e["id"]: min((places[n] for n in e["norms"] if n in places), default=None) for e in entities}
    named = sorted(
        (e for e in entities if at[e["id"]] is not None and e is not speaking), key=lambda e: at[e["id"]] or 0
    )
    return (speaking, *named) if speaking else tuple(named)


def _places(norms: set[str], names: Mapping[str, Sequence[Span]]) -> dict[str, int]:
    """Where each known name first stands by itself, the longest taken first."""
    spans = sorted((start - end, start, end, norm) for norm in norms for start, end in names.get(norm, ()))
    taken: list[tuple[int, int]] = []
    places: dict[str, int] = {}
    for _, start, end, norm in spans:
        if not any(a < end and start < b for a, b in taken):
            taken.append((start, end))
            places[norm] = min(start, places.get(norm, start))
    return places


def known_lines(entities: Sequence[Row], budget: int, most: int) -> tuple[str, ...]:
    """Profiles, else facts, within a budget of tokens.

    A profile that has no room is left out, facts are cut line by line; `most` facts of an entity at most, fewer where more
    than two share the budget.
    """
    share = min(most, max(3, budget // len(entities) // 20)) if len(entities) > 2 else most
    room, told, lines = budget * CHARS_PER_TOKEN, set[str](), list[str]()
    for one in entities:
        facts = [f for f in one["facts"][:share] if f["text"] and f["id"] not in told]
        block = _profile(one, room) if one["profile"] else _facts(one, facts, room)
        told |= {f["id"] for f in facts}
        lines += block
        room -= sum(len(line) + 1 for line in block)
    return tuple(lines)


def _profile(entity: Row, room: int) -> list[str]:
    line = f"Profile of {_one_line(entity['name'])}: {_one_line(entity['profile'])}"
    return [line] if len(line) < room else []


def _facts(entity: Row, facts: Sequence[Row], room: int) -> list[str]:
    block = [f"Known facts about {_one_line(entity['name'])}:", *(f"- {_one_line(fact['text'])}" for fact in facts)]
    fitting, used = 0, 0
    for line in block:
        used += len(line) + 1
        fitting += used <= room
    return block[:fitting] if fitting > 1 else []


def _one_line(text: str) -> str:
    return " ".join(str(text).split())


def _filled_up(used: Sequence[str], seeds: Sequence[str] | Mapping[str, Any]) -> tuple[str, ...]:
    """What the brain uses most, then the seeds, as many as are shown."""
    return tuple(dict.fromkeys((*used, *seeds)))[:MOST_TYPES]
