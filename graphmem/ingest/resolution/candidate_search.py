"""The reads of stage 2: the candidates of all mentions in one statement, and more about a few before a judge is asked."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import Any

from graphmem.claims import NameQuestion
from graphmem.graph.fulltext import fuzzy
from graphmem.graph.vectors.bolt import bolt
from graphmem.ingest.resolution.candidates import IDENTIFYING
from graphmem.ingest.resolution.entity_ref import NameReads
from graphmem.ingest.resolution.mentions import EntityMention
from graphmem.names.normalize import brain_token, fold, latin
from graphmem_contract.records import Vector

CANDIDATES = 10
"""Candidates of one name that the vector search returns at most."""
MOST_WORDS = 8
"""Words of a name in a full-text query."""
_NUMERONYM = re.compile(r"([a-z])(\d{1,2})([a-z])")
"""K8s: searched as a word of ten letters with this beginning and end."""
Read = Callable[..., Awaitable[list[dict[str, Any]]]]


@dataclass(frozen=True, slots=True)
class NameQuery:
    """The mentions of one batch, with the vectors of their names. `lost`: see NameReads."""

    mentions: tuple[EntityMention, ...]
    vectors: Mapping[str, Vector]
    lost: frozenset[str] = frozenset()

    @property
    def keys_only(self) -> bool:
        """Whether every name is a key and nothing is guessed."""
        return not any(w.guessable or w.source.resolve != "exact" for w in self.mentions)


async def read_names(read: Read, brain: str, queries: Sequence[NameQuery]) -> list[NameReads]:
    """Return the candidates of the mentions, for each batch. One statement reads them for all batches.

    The names of all mentions come first in the statement, then their other names: aliases and relationships. If every name
    is a key, only entities with exactly these names are read, and so it is with the names of values.
    """
    mentions = [mention for query in queries for mention in query.mentions]
    if all(query.keys_only for query in queries):
        return _by_batch(queries, await _read_exact(read, brain, mentions))
    others = [(i, how, norm) for i, mention in enumerate(mentions) for how, norm in mention.other_norms]
    rows = await read(
        "ingest/read_names",
        brain=brain,
        names=[*("" if mention.optional else mention.norm for mention in mentions), *(norm for _, _, norm in others)],
        values=[{"i": i, "norm": mention.norm} for i, mention in enumerate(mentions) if mention.optional],
        k=CANDIDATES,
        embeddings=[_vector(mention, query.vectors) for query in queries for mention in query.mentions],
        externalIds=[mention.mention.external_id for mention in mentions if mention.mention.external_id],
        handles=_handles(mentions),
        words=[_fulltext_query(brain, mention) for mention in mentions],
        about=[_about(mention) for mention in mentions],
    )
    row = rows[0]
    found = {mention_row["i"]: mention_row for mention_row in row["mentions"]}
    near = [list(found[i]["candidates"]) if i in found else [] for i in range(len(mentions))]
    for extra, (position, how, _) in enumerate(others, len(mentions)):
        hits = found[extra]["candidates"] if extra in found else ()
        found_by = {"how": "text"} if how == "short" else {"through": how}
        near[position] += [{**c, **found_by} for c in hits if c["how"] == "alias"]
    about = tuple(tuple(found[i]["about"]) if i in found else () for i in range(len(mentions)))
    reads = NameReads(
        row["revision"], tuple(map(tuple, near)), _by_external_id(row), about, _by_handle(row), state=row["state"]
    )
    return _by_batch(queries, reads)


def _by_batch(queries: Sequence[NameQuery], reads: NameReads) -> list[NameReads]:
    """Return the part of the reads that belongs to each batch."""
    near, about = iter(reads.near), iter(reads.about)
    return [
        replace(
            reads,
            near=tuple(islice(near, len(query.mentions))),
            about=tuple(islice(about, len(query.mentions))),
            lost=query.lost,
        )
        for query in queries
    ]


def _vector(mention: EntityMention, vectors: Mapping[str, Vector]) -> Any:
    return None if mention.source.resolve == "exact" else bolt(vectors.get(mention.mention.name))


async def _read_exact(read: Read, brain: str, mentions: Sequence[EntityMention]) -> NameReads:
    """Read the entities that have exactly these names."""
    rows = await read(
        "ingest/read_exact",
        brain=brain,
        names=[mention.norm for mention in mentions],
        externalIds=[mention.mention.external_id for mention in mentions if mention.mention.external_id],
        handles=_handles(mentions),
    )
    row = rows[0]
    found = {mention_row["i"]: tuple(mention_row["candidates"]) for mention_row in row["mentions"]}
    near = tuple(found.get(i, ()) for i in range(len(mentions)))
    return NameReads(row["revision"], near, _by_external_id(row), handled=_by_handle(row), state=row["state"])


def _handles(mentions: Sequence[EntityMention]) -> list[str]:
    """Return the ids and keys that stand in place of names, and those of entities that are meant, once each."""
    named = (handle for mention in mentions for handle in (mention.handle, mention.mention.known) if handle)
    return list(dict.fromkeys(named))


def _by_external_id(row: Mapping[str, Any]) -> dict[str, Mapping[str, Any]]:
    return {entity["externalId"]: entity for entity in row["external"]}


def _by_handle(row: Mapping[str, Any]) -> dict[str, Mapping[str, Any]]:
    return {entity["handle"]: entity for entity in row["handled"]}


async def with_facts(read: Read, brain: str, questions: Mapping[str, NameQuestion]) -> dict[str, NameQuestion]:
    """Return the questions with aliases and a few facts of each candidate. This read is made only before a judge is asked."""
    ids = list(dict.fromkeys(c["id"] for question in questions.values() for c in question.candidates))
    rows = await read("ingest/read_known", brain=brain, ids=ids)
    known = {row["id"]: {"aliases": row["aliases"], "facts": row["facts"]} for row in rows}
    return {
        key: replace(question, candidates=tuple({**c, **known.get(c["id"], {})} for c in question.candidates))
        for key, question in questions.items()
    }


def _fulltext_query(brain: str, mention: EntityMention) -> str:
    """Return a full-text query for names that share a word with the name, give or take one letter; "" = no search."""
    if not mention.guessable or mention.is_nameless_relative:
        return ""
    words = dict.fromkeys((*mention.norm.split("_"), *fold(latin(mention.mention.name)).split()))
    terms = [fuzzy(word) for word in words if word.isalnum()][:MOST_WORDS]
    if number := _NUMERONYM.fullmatch(mention.norm):
        terms.append(f"{number[1]}{'?' * int(number[2])}{number[3]}")
    return f"+brainToken:{brain_token(brain)}^0 +name:({' '.join(terms)})" if terms else ""


def _about(mention: EntityMention) -> dict[str, Any] | None:
    """Return what the message says about a name, for the search of facts that a candidate shares with it."""
    if not mention.ties:
        return None
    relations = sorted({t.relation for t in mention.ties if t.relation in IDENTIFYING})
    return {
        "names": list(dict.fromkeys(t.norm for t in mention.ties)),
        "values": list(dict.fromkeys(t.key for t in mention.ties if t.key)),
        "relations": relations,
        "telling": bool(relations),
    }
