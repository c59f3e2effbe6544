"""Data written by earlier versions gives the same answers today: as an export, and as a data folder that is opened.

Each folder beside this file is named after the commit that wrote it; see README.md.
"""

from __future__ import annotations

import copy
import gzip
import json
import tarfile
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from upgrade_answers import VALID_AT, Json, answers_of, differences
from uuid_utils import uuid4

from graphmem.brain import Brain
from graphmem.graph.schema import TEXTS_WITHIN_COMMIT, apply_schema
from graphmem.memory import Memory
from graphmem.models.hash_embedder import HashEmbedder
from graphmem.models.model_set import Models
from graphmem.models.none_extractor import NoneExtractor
from graphmem.settings import Settings

BRAIN = "upgrade"
NEW_FIELDS: frozenset[str] = frozenset({
    "begun_by", "ended_by", "kind", "importance", "profile", "directives", "digest", "clusters", "model_calls_per_day",
    "tokens_per_day", "emotional_trends", "pii", "pii_kinds", "holds_while", "starts_when", "facts_waiting",
    "forget_requests", "waiting",
})  # fmt: skip
"""Fields that records have gained since the data was written. Everything else is compared."""

NEW_RELATIONS = frozenset({"allergic_to", "has_condition", "leads", "lives_with", "partner_of", "uses"})
"""Seeded relations that the ontology has gained since. A relation of the data by such a name is compared."""


@dataclass(frozen=True)
class Written:
    """The files that one commit wrote."""

    folder: Path

    def answers(self) -> Json:
        """Return the moments of system time and the answers of each brain."""
        return json.loads(gzip.decompress((self.folder / "answers.json.gz").read_bytes()))

    def export(self) -> list[str]:
        """Return the lines of the export of the brain `upgrade`."""
        return gzip.decompress((self.folder / "export.jsonl.gz").read_bytes()).decode().splitlines()

    def unpack(self, home: Path) -> Path:
        """Make a data folder of the embedded Neo4j, stopped."""
        with tarfile.open(self.folder / "data_folder.tar.xz") as archive:
            archive.extraction_filter = getattr(tarfile, "data_filter", None)  # Python before 3.11.4 has none
            archive.extractall(home)
        return home


FOLDERS = sorted(path.parent for path in Path(__file__).parent.glob("*/answers.json.gz"))


@pytest.fixture(params=FOLDERS, ids=[folder.name for folder in FOLDERS])
def written(request: pytest.FixtureRequest) -> Written:
    """The data of one commit."""
    return Written(request.param)


def expect_same(answers: Json, found: Json) -> None:
    """Fail with the first differences."""
    known = {one["name"] for one in answers["ontology"]["relations"]}
    relations = [one for one in found["ontology"]["relations"] if one["name"] not in NEW_RELATIONS - known]
    found = {**found, "ontology": {**found["ontology"], "relations": relations}}
    lines = list(differences(answers, found, NEW_FIELDS))
    assert not lines, "\n".join([f"{len(lines)} differences", *lines[:20]])


async def answers_now(brain: Brain, asked: Json) -> Json:
    """Return today's answers for the moments of the file."""
    return await answers_of(brain, asked["known_at"], asked["also_known_at"])


async def test_an_export_gives_the_same_answers(memory: Memory, written: Written) -> None:
    asked = written.answers()
    brain = memory.brain(f"upgrade-{uuid4()}")
    await brain.load_export(written.export())
    expect_same(asked["brains"][BRAIN], await answers_now(brain, asked))


@asynccontextmanager
async def opened(home: Path, dimensions: int, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Memory]:
    """A data folder, opened with the embedded server of today's code."""
    for name in ("NEO4J_URI", "NEO4J_PASSWORD", "NEO4J_DATABASE"):
        monkeypatch.delenv(name, raising=False)
    settings = Settings(
        _env_file=None,
        data_dir=home,
        heap="1g",
        page_cache="128m",
        bolt_port=0,
        http_port=0,
        extractor="none",
        embedder="hash",
        workers=0,
    )
    models = Models(NoneExtractor(), None, HashEmbedder(dimensions))
    async with Memory.open(settings=settings, models=models) as memory:
        yield memory


@pytest.mark.slow
async def test_a_data_folder_is_opened_gives_the_same_answers_and_goes_on(
    written: Written, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = written.answers()
    async with opened(written.unpack(tmp_path / "data"), asked["dimensions"], monkeypatch) as memory:
        for name, answers in asked["brains"].items():
            expect_same(answers, await answers_now(memory.brain(name), asked))
        await _text_indexes_of_schema_3(memory)
        await _load_with_vectors(memory, written)
        await _replay_pending(memory.brain(BRAIN))
        await _write_one_more(memory.brain(BRAIN))


async def _text_indexes_of_schema_3(memory: Memory) -> None:
    """A graph of an older schema has its text indexes rebuilt.

    It stands here because it drops an index, which other tests on a shared server would miss.
    """
    run, embedder = memory.store.driver.execute_query, memory.models.embedder
    made = "SHOW INDEXES YIELD name, options WHERE name = 'fact_text' RETURN options.indexConfig AS made"
    await run("DROP INDEX fact_text")
    await run("CREATE FULLTEXT INDEX fact_text FOR ()-[f:FACT]-() ON EACH [f.factText, f.brainToken]")
    await run("MATCH (s:Schema {name: 'graphmem'}) SET s.version = $version", version=TEXTS_WITHIN_COMMIT)
    await apply_schema(memory.store.driver, "neo4j", embedder.name, embedder.dimensions)
    rows, _, _ = await run(made)
    assert rows[0]["made"]["fulltext.eventually_consistent"] is True
    assert rows[0]["made"]["fulltext.analyzer"] == "english"


async def _load_with_vectors(memory: Memory, written: Written) -> None:
    """The embedder is the one of the export, so the vectors are loaded without a new embedding and can be searched."""
    brain = memory.brain("upgrade-loaded")
    loaded = await brain.load_export(written.export())
    assert loaded.embedded == 0
    found = await brain.recall("Clara plays chess", recipe="semantic", k=1)
    assert [item.fact.text for item in found.facts if item.fact] == ["Clara plays chess"]


async def _replay_pending(brain: Brain) -> None:
    """Extract an episode whose request an earlier version stored."""
    [waiting] = await brain.episodes(status="pending")
    result = await brain.replay(waiting.id)
    assert (result.status, [one.text for one in result.facts_added]) == ("extracted", ["Ida Roth lives in Porto"])


async def _write_one_more(brain: Brain) -> None:
    """A new message closes a fact of an earlier version; with a `known_at` before the message, the fact still holds."""
    [known] = await brain.facts("Ana", "works_at")
    before = (await brain.episodes(limit=1))[0].recorded_at
    said = {"subject": "Ana", "relation": "works_at", "object": "Globex", "valid_from": "2026-03-01"}
    extraction = {"entities": [{"name": "Ana", "type": "person"}, {"name": "Globex", "type": "organization"}]}
    result = await brain.remember(
        "Ana is back at Globex.", occurred_at="2026-03-02", extraction={**extraction, "facts": [said]}
    )
    assert result.success
    assert [one.id for one in result.facts_closed] == [known.id]
    assert [one.object for one in await brain.facts("Ana", "works_at")] == ["Globex"]
    assert [one.id for one in await brain.facts("Ana", "works_at", known_at=before)] == [known.id]
    found = await brain.recall("Where does Ana work?", entities=["Ana"], relations=["works_at"])
    assert [item.fact.object for item in found.facts if item.fact] == ["Globex"]


# --------------------------------------------------------------------------- the comparison itself


def test_fifty_pairs_of_moments_are_compared(written: Written) -> None:
    asked = written.answers()
    pairs = {(one["valid_at"], one["known_at"]) for one in asked["brains"][BRAIN]["facts"]}
    assert len(pairs) == 50
    assert pairs == {(valid, known) for valid in VALID_AT for known in asked["known_at"]}
    assert all(one["facts"] for one in asked["brains"][BRAIN]["facts"])


ALTERED: dict[str, Callable[[Any], Any]] = {
    "another object": lambda answers: answers["facts"][0]["facts"][0].update(object="Nowhere"),
    "another end": lambda answers: answers["facts"][49]["facts"][-1].update(valid_until="2025-01-01T00:00:00Z"),
    "another evidence": lambda answers: _resting(answers).update(evidence=[]),
    "a fact is missing": lambda answers: answers["facts"][23]["facts"].pop(),
    "a field is missing": lambda answers: answers["all_facts"][0]["facts"][0].pop("confidence"),
    "an unlisted field": lambda answers: answers["entities"][0].update(colour="blue"),
    "another version": lambda answers: answers["histories"][3]["versions"][0].update(status="corrected"),
    "another count": lambda answers: answers["stats"]["relations"].update(works_at=0),
    "another alias": lambda answers: answers["entities"][1].update(aliases=[]),
}


def _resting(answers: Json) -> Json:
    return next(fact for fact in answers["all_facts"][0]["facts"] if fact["evidence"])


@pytest.mark.parametrize("altered", ALTERED)
def test_an_altered_answer_is_found(altered: str) -> None:
    answers = Written(FOLDERS[0]).answers()["brains"][BRAIN]
    found = copy.deepcopy(answers)
    expect_same(answers, found)
    ALTERED[altered](found)
    assert len(list(differences(answers, found))) == 1
    with pytest.raises(AssertionError, match="1 differences"):
        expect_same(answers, found)


def test_a_field_that_is_listed_as_new_may_be_there() -> None:
    assert list(differences({"a": 1}, {"a": 1, "b": 2}, frozenset("b"))) == []
    assert list(differences({"a": 1}, {"a": 1, "b": 2})) == [".b: new"]
