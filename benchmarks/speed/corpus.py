"""The generated data of the benchmarks: names of people and places, episodes of two facts about three of them, and vectors.

By default the data are generated here, with vectors of hashed words. If the folder of the peers' scripts is given, names,
episodes and vectors come from its `bench_common.py`, so that every system gets and embeds the same texts.
"""

from __future__ import annotations

import importlib
import itertools
import random
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np

from benchmarks.made_up_words import full_name
from graphmem.models.embedding_cache import Array, CachingEmbedder
from graphmem.models.hash_embedder import HashEmbedder

Row = dict[str, Any]
RELATIONS = ("works_at", "lives_in", "leads", "owns", "attended")
BEGINNING = datetime(2024, 1, 1, tzinfo=UTC)
DIMENSIONS = 384


@dataclass(frozen=True, slots=True)
class CorpusEpisode:
    """An episode with the extraction of it."""

    content: str
    at: datetime
    entities: tuple[str, ...]
    facts: tuple[Row, ...]

    def request(self) -> Row:
        """Return the arguments of `Brain.remember`."""
        entities = [{"name": name, "type": "person"} for name in self.entities]
        return {
            "content": self.content,
            "occurred_at": self.at,
            "extraction": {"entities": entities, "facts": list(self.facts)},
        }


@dataclass(frozen=True, slots=True)
class Corpus:
    """Names, episodes about them, single facts to fill a graph with, and the embedder."""

    name: str
    names: tuple[str, ...]
    episodes: Callable[[int, int], list[CorpusEpisode]]
    """Return a number of episodes, from a number on."""
    embedder: CachingEmbedder

    def facts(self, start: int, count: int) -> Iterator[Row]:
        """Return `count` facts between any two names, from a number on; the same number gives the same fact."""
        for number in range(start, start + count):
            dice = random.Random(number)
            one, other = dice.sample(self.names, 2)
            relation = dice.choice(RELATIONS)
            at = BEGINNING - timedelta(minutes=number + 1)
            yield fact(one, relation, other, f"{one} {relation.replace('_', ' ')} {other} per entry {number}", at)


def fact(subject: str, relation: str, object_: str, text: str, at: datetime) -> Row:
    """Return a supplied fact between two people."""
    return {
        "subject": subject,
        "relation": relation,
        "object": object_,
        "object_is_entity": True,
        "text": text,
        "valid_from": at,
    }


def corpus(peers: Path | None = None, names: int = 1000) -> Corpus:
    """Return the peers' data if their folder is given, else generated data."""
    return _of_peers(peers, names) if peers else _made(names)


def _made(count: int) -> Corpus:
    names = _names(count)

    def episode(number: int) -> CorpusEpisode:
        dice = random.Random(f"episode {number}")
        ends, at = dice.sample(names, 3), BEGINNING + timedelta(hours=number)
        facts = []
        for n, (one, other) in enumerate(itertools.pairwise(ends)):
            relation = dice.choice(RELATIONS)
            text = f"{one} {relation.replace('_', ' ')} {other} per note {2 * number + n}"
            facts.append(fact(one, relation, other, text, at))
        return CorpusEpisode(". ".join(f["text"] for f in facts) + ".", at, tuple(ends), tuple(facts))

    def episodes(start: int, count: int) -> list[CorpusEpisode]:
        return [episode(number) for number in range(start, start + count)]

    return Corpus("made here", tuple(names), episodes, HashEmbedder(DIMENSIONS))


def _names(count: int) -> list[str]:
    dice, names = random.Random("names"), dict[str, None]()
    while len(names) < count:
        names[full_name(dice)] = None
    return list(names)


# --------------------------------------------------------------------------- the peers'


class PeersEmbedder(CachingEmbedder):
    """The deterministic embedder of the peers' scripts."""

    def __init__(self, common: ModuleType) -> None:
        super().__init__("peers", DIMENSIONS)
        self.common = common

    async def compute(self, texts: Sequence[str]) -> list[Array]:
        """Return one vector per text, at once."""
        return [np.asarray(self.common.embed_text(text, self.dimensions), dtype=np.float32) for text in texts]


def _of_peers(folder: Path, count: int) -> Corpus:
    sys.path.insert(0, str(folder))
    common = importlib.import_module("bench_common")
    names = tuple(common.entity_names(count))

    def episodes(start: int, count: int) -> list[CorpusEpisode]:
        return [_told(one) for one in common.make_episodes(list(names), count, start=start)]

    return Corpus("the peers'", names, episodes, PeersEmbedder(common))


def _told(one: Any) -> CorpusEpisode:
    facts = (fact(f.source, f.relation.lower(), f.target, f.text, f.valid_at) for f in one.facts)
    return CorpusEpisode(one.body, one.at, one.entities, tuple(facts))
