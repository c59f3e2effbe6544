"""One record that fails costs no other record of its batch: whatever is raised, whichever stage raises it."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Sequence
from importlib import import_module
from typing import Any

import pytest

from graphmem.ingest.episodes.apart import apart, is_of_record, line_error
from graphmem.ingest.supplied_facts import import_facts
from graphmem.models.hash_embedder import HashEmbedder
from graphmem.testing.scripted import ScriptedExtractor
from graphmem_contract.errors import (
    ConflictError,
    DatabaseError,
    DatabaseUnavailable,
    GraphmemError,
    InvalidInput,
    ModelError,
    ModelRefused,
    QuotaSpent,
    SetupError,
)
from graphmem_contract.records import WriteResult
from graphmem_contract.reports import ImportReport
from tests.unit.ingest import test_verbatim as verbatim
from tests.unit.ingest.test_process import claimed, processor
from tests.unit.ingest.test_session_release import GRAPH
from tests.unit.ingest.test_supplied_facts import Engine, fact

POISON = "Poison"
ERRORS: tuple[Callable[[str], Exception], ...] = (
    IndexError, KeyError, AssertionError, RecursionError, MemoryError, TimeoutError, InvalidInput, ConflictError,
    DatabaseError, ModelRefused, ModelError, GraphmemError,
)  # fmt: skip


def poison(monkeypatch: pytest.MonkeyPatch, target: str, error: Callable[[str], Exception] = IndexError) -> None:
    """Let a function raise an error if one of its arguments speaks of the poisoned record."""
    module_name, _, name = target.rpartition(".")
    module = import_module(f"graphmem.{module_name}")
    whole = getattr(module, name)

    def check(arguments: Any) -> None:
        if POISON in repr(arguments):
            raise error("poisoned")

    async def awaited(*given: Any, **named: Any) -> Any:
        check((given, named))
        return await whole(*given, **named)

    def called(*given: Any, **named: Any) -> Any:
        check((given, named))
        return whole(*given, **named)

    monkeypatch.setattr(module, name, awaited if inspect.iscoroutinefunction(whole) else called)


# --------------------------------------------------------------------------- facts

FACT_STAGES = [
    "ingest.supplied_facts.screen_facts",
    "ingest.supplied_facts.names_of_handles",
    "ingest.supplied_facts.unknown_id",
    "ingest.supplied_facts.claim_of",
    "ingest.supplied_facts.embed_texts",
    "ingest.supplied_facts.commit_batch",
    "ingest.stages.entity_resolve.mentions_of_batch",
    "ingest.stages.entity_resolve.read_names",
    "ingest.stages.entity_resolve.resolve_batch",
    "ingest.stages.fact_dedup.link_claims",
    "ingest.stages.fact_dedup.dedup_facts",
    "ingest.stages.temporal.date_claims",
    "ingest.stages.contradiction.plan_changes",
    "ingest.transactions.attempt.commit",
]


async def imported(size: int | None, poisoned: Sequence[int]) -> ImportReport:
    facts = [fact(POISON if n in poisoned else f"Project {n}") for n in range(1, 10)]
    engine = Engine()
    return await import_facts(engine, "ana", facts, engine.settings, resolve="exact", size=size, origin="imported")


def assert_only(report: ImportReport, poisoned: Sequence[int]) -> None:
    assert [line.line for line in report.lines] == list(range(1, 10))
    assert [line.line for line in report.lines if line.error] == list(poisoned)
    assert report.added == 9 - len(poisoned)


@pytest.mark.parametrize("size", [None, 4])
@pytest.mark.parametrize("stage", FACT_STAGES)
async def test_a_fact_that_fails_in_a_stage_is_told_and_the_others_are_stored(
    monkeypatch: pytest.MonkeyPatch, stage: str, size: int | None
) -> None:
    poison(monkeypatch, stage)
    report = await imported(size, [4])
    assert_only(report, [4])
    assert (report.lines[3].error, report.lines[3].code) == ("IndexError: the log says more", "internal")


@pytest.mark.parametrize("error", ERRORS)
@pytest.mark.parametrize("stage", ["ingest.supplied_facts.embed_texts", "ingest.stages.entity_resolve.resolve_batch"])
async def test_whatever_is_raised_is_of_its_fact(
    monkeypatch: pytest.MonkeyPatch, stage: str, error: Callable[[str], Exception]
) -> None:
    poison(monkeypatch, stage, error)
    assert_only(await imported(None, [1, 5, 9]), [1, 5, 9])


async def test_a_record_of_a_strange_kind_is_refused() -> None:
    class Strange(dict[str, Any]):
        def keys(self) -> Any:
            raise OverflowError("no keys")

        __iter__ = items = keys

    engine = Engine()
    records: list[Any] = [fact("Acme"), Strange(), 7, None, fact("Globex")]
    report = await import_facts(engine, "a", records, engine.settings, resolve="exact", size=None, origin="imported")
    assert [bool(line.error) for line in report.lines] == [False, True, True, True, False]


@pytest.mark.parametrize("error", [DatabaseUnavailable, SetupError, QuotaSpent])
async def test_what_every_record_would_meet_stops_the_import(
    monkeypatch: pytest.MonkeyPatch, error: Callable[[str], Exception]
) -> None:
    poison(monkeypatch, "ingest.supplied_facts.commit_batch", error)
    with pytest.raises(GraphmemError, match="poisoned"):
        await imported(None, [4])


# --------------------------------------------------------------------------- episodes


@pytest.mark.parametrize("error", ERRORS)
@pytest.mark.parametrize(
    "stage", ["screened_as_known", "episode_row", "store_rows", "stored_of", "searched_pieces", "embed_texts"]
)
async def test_a_verbatim_episode_that_fails_costs_no_other(
    monkeypatch: pytest.MonkeyPatch, stage: str, error: Callable[[str], Exception]
) -> None:
    poison(monkeypatch, f"ingest.verbatim.{stage}", error)
    engine = verbatim.Engine()
    contents = ("a", "b", POISON, "c", "d")
    results = await verbatim.store(engine, *(verbatim.episode(f"e{n}", text) for n, text in enumerate(contents)))
    assert isinstance(results[2], GraphmemError)
    assert [one[0].success for one in results if isinstance(one, tuple)] == [True] * 4
    assert sorted(engine.kept) == ["e0", "e1", "e3", "e4"]


async def flushed(model: Any = None) -> tuple[WriteResult, ...]:
    rows = [row for n, text in enumerate(("a", POISON, "c")) for row in claimed(id=str(n), content=text)]
    return await processor({**GRAPH, "ingest/claim_waiting": rows}, model).flush("b", "session")


async def test_a_waiting_episode_that_fails_holds_up_no_other(monkeypatch: pytest.MonkeyPatch) -> None:
    poison(monkeypatch, "ingest.process.ingest")
    results = await flushed()
    assert [one.status for one in results] == ["extracted", "failed", "extracted"]
    assert results[1].error == "IndexError: the log says more"


@pytest.mark.parametrize("stage", ["_read", "_reader"])
async def test_what_cannot_be_read_together_is_read_alone(monkeypatch: pytest.MonkeyPatch, stage: str) -> None:
    poison(monkeypatch, f"ingest.transcripts.{stage}")
    results = await flushed(ScriptedExtractor({}))
    assert [one.status for one in results] == ["extracted"] * 3
    assert any("read alone" in warning for warning in results[0].warnings)


# --------------------------------------------------------------------------- the rule


class Away(HashEmbedder):
    """An embedder that is out of reach."""

    async def embed(self, texts: Sequence[str]) -> Any:
        raise ModelError("away")


async def test_an_error_of_the_embedder_is_of_the_record_only_while_it_embeds_others() -> None:
    assert await is_of_record(ModelRefused("too long"), HashEmbedder(8))
    assert not await is_of_record(ModelRefused("wrong key"), Away(8))


async def test_a_batch_is_halved_until_the_record_is_alone() -> None:
    tried: list[Sequence[int]] = []

    async def attempt(part: Sequence[int]) -> list[int]:
        tried.append(part)
        if 3 in part:
            raise ValueError
        return [10 * n for n in part]

    done = await apart([1, 2, 3, 4], ValueError(), attempt, lambda n, error: -n, HashEmbedder(8))
    assert (done, tried) == ([10, 20, -3, 40], [[1, 2], [3, 4], [3], [4]])


def test_a_line_quotes_no_text_of_the_database() -> None:
    assert "secret" not in line_error(DatabaseError("secret"))
    assert line_error(InvalidInput("It is no date.", field="valid_from")) == "valid_from: It is no date."
