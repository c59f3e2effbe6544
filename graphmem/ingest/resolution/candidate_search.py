"""What stage 2 asks the graph: candidates of all names in one statement, and more about a few only before a judge is asked."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import Any

from graphmem.claims import NameQuestion
from graphmem.contract.records import Vector
from graphmem.graph.vectors import bolt
from graphmem.ingest.resolution.candidates import IDENTIFYING
from graphmem.ingest.resolution.entity_ref import NameReads
from graphmem.ingest.resolution.mentions import EntityMention
from graphmem.names.normalize import brain_token, fold, latin

CANDIDATES = 10
MOST_WORDS = 8
Read = Callable[..., Awaitable[list[dict[str, Any]]]]


@dataclass(frozen=True, slots=True)
class NameQuery:
    """The names of one batch, with the vector of each; `lost` as in NameReads."""

    mentions: tuple[EntityMention, ...]
    vectors: Mapping[str, Vector]
    lost: frozenset[str] = frozenset()

    @property
    def keys_only(self) -> bool:
        """Whether every name is a key."""
        return not any(w.guessable or w.source.resolve != "exact" for w in self.mentions)


async def read_names(read: Read, brain: str, asked: Sequence[NameQuery]) -> list[NameReads]:
    """One statement for the names of several batches; what was found for each. Behind the names themselves stand their other
    names: aliases, relationships.

    Where every name is a key, only those are read who have exactly the name.
    """
    wanted = [w for one in asked for w in one.mentions]
    if all(one.keys_only for one in asked):
        return _apart(asked, await _keys(read, brain, wanted))
    others = [(i, how, norm) for i, w in enumerate(wanted) for how, norm in w.other_norms]
    rows = await read(
        "ingest/read_names",
        brain=brain,
        names=[*(w.norm for w in wanted), *(norm for _, _, norm in others)],
        k=CANDIDATES,
        embeddings=[_vector(w, one.vectors) for one in asked for w in one.mentions],
        externalIds=[w.mention.external_id for w in wanted if w.mention.external_id],
        handles=_handles(wanted),
        words=[_written_alike(brain, w) for w in wanted],
        about=[_about(w) for w in wanted],
    )
    row = rows[0]
    found = {one["i"]: one for one in row["mentions"]}
    near = [list(found[i]["candidates"]) if i in found else [] for i in range(len(wanted))]
    for extra, (position, how, _) in enumerate(others, len(wanted)):
        hits = found[extra]["candidates"] if extra in found else ()
        near[position] += [{**c, "through": how} for c in hits if c["how"] == "alias"]
    about = tuple(tuple(found[i]["about"]) if i in found else () for i in range(len(wanted)))
    external = {one["externalId"]: one for one in row["external"]}
    return _apart(asked, NameReads(row["revision"], tuple(map(tuple, near)), external, about, _handled(row)))


def _apart(asked: Sequence[NameQuery], reads: NameReads) -> list[NameReads]:
    """What was read for all, by batch."""
    near, about = iter(reads.near), iter(reads.about)
    return [
        replace(
            reads,
            near=tuple(islice(near, len(one.mentions))),
            about=tuple(islice(about, len(one.mentions))),
            lost=one.lost,
        )
        for one in asked
    ]


def _vector(wanted: EntityMention, vectors: Mapping[str, Vector]) -> Any:
    return None if wanted.source.resolve == "exact" else bolt(vectors.get(wanted.mention.name))


async def _keys(read: Read, brain: str, wanted: Sequence[EntityMention]) -> NameReads:
    rows = await read(
        "ingest/read_exact",
        brain=brain,
        names=[w.norm for w in wanted],
        externalIds=[w.mention.external_id for w in wanted if w.mention.external_id],
        handles=_handles(wanted),
    )
    row = rows[0]
    found = {one["i"]: tuple(one["candidates"]) for one in row["mentions"]}
    external = {one["externalId"]: one for one in row["external"]}
    near = tuple(found.get(i, ()) for i in range(len(wanted)))
    return NameReads(row["revision"], near, external, handled=_handled(row))


def _handles(wanted: Sequence[EntityMention]) -> list[str]:
    return list(dict.fromkeys(w.handle for w in wanted if w.handle))


def _handled(row: Mapping[str, Any]) -> dict[str, Mapping[str, Any]]:
    return {one["handle"]: one for one in row["handled"]}


async def with_facts(read: Read, brain: str, questions: Mapping[str, NameQuestion]) -> dict[str, NameQuestion]:
    """The questions with aliases and a few facts of every candidate; one more read, made only before a judge is asked."""
    ids = list(dict.fromkeys(c["id"] for question in questions.values() for c in question.candidates))
    rows = await read("ingest/read_known", brain=brain, ids=ids)
    known = {row["id"]: {"aliases": row["aliases"], "facts": row["facts"]} for row in rows}
    return {
        key: replace(question, candidates=tuple({**c, **known.get(c["id"], {})} for c in question.candidates))
        for key, question in questions.items()
    }


def _written_alike(brain: str, wanted: EntityMention) -> str:
    """A full-text query for names that share a word with the name, give or take a slip of the pen."""
    if not wanted.guessable or (wanted.said and wanted.said.kin and not wanted.said.kin.given):
        return ""
    name = wanted.mention.name
    words = dict.fromkeys((*wanted.norm.split("_"), *fold(latin(name)).split()))
    fuzzy = [_fuzzy(word) for word in words if word.isalnum()][:MOST_WORDS]
    return f"+brainToken:{brain_token(brain)}^0 +name:({' '.join(fuzzy)})" if fuzzy else ""


def _fuzzy(word: str) -> str:
    if len(word) < 4 or any(c.isdigit() for c in word):
        return word
    return f"{word}~1"


def _about(wanted: EntityMention) -> dict[str, Any] | None:
    if not wanted.ties:
        return None
    relations = sorted({t.relation for t in wanted.ties if t.relation in IDENTIFYING})
    return {
        "names": list(dict.fromkeys(t.norm for t in wanted.ties)),
        "values": list(dict.fromkeys(t.key for t in wanted.ties if t.key)),
        "relations": relations,
        "telling": bool(relations),
    }
