"""What a model is told beside a message: names in the text, the entities they mean, and lines within a budget."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from graphmem.ingest.episodes.chunks import chunks
from graphmem.ingest.episodes.input import EpisodeInput
from graphmem.ingest.stages.prompt_context import (
    NO_CONTEXT,
    PromptContext,
    names_in,
    read_context,
    read_transcript_context,
    recognised,
)
from graphmem.offer import EMPTY_OFFER
from graphmem_contract.records import SuppliedExtraction
from tests.unit.fake_graph import FakeGraph
from tests.unit.ingest.building import MOMENT
from tests.unit.ingest.claim_building import settings
from tests.unit.ingest.known_rows import entity_row, fact_row
from tests.unit.ingest.stages.test_batch import CountingEmbedder


def row(name: str, *norms: str, rank: int = 0, facts: Sequence[dict[str, Any]] = ()) -> dict[str, Any]:
    return entity_row(name, facts=facts) | {"norms": norms or (name.lower(),), "rank": rank}


# --------------------------------------------------------------------------- names in a text


def test_every_run_of_up_to_five_words_may_be_a_name() -> None:
    names = names_in("Ana de la Souza Lima Prado")
    assert "ana_de_la_souza_lima" in names
    assert "ana_de_la_souza_lima_prado" not in names


def test_a_name_has_at_least_three_letters() -> None:
    names = names_in("Al is an ox")
    assert "al" not in names
    assert "al_is" in names
    assert "ox" not in names


def test_case_and_accents_do_not_hide_a_name() -> None:
    assert names_in("SÃO PAULO")["sao_paulo"] == [(0, 9)]


def test_a_name_in_a_script_without_spaces_may_begin_anywhere() -> None:
    names = names_in("私は東京に住む")
    assert names["東京"] == [(2, 4)]


def test_every_place_of_a_name_is_told() -> None:
    assert names_in("Ana and Ana")["ana"] == [(0, 3), (8, 11)]


# --------------------------------------------------------------------------- entities that are meant


def meant(text: str, *rows: dict[str, Any], speaker: str | None = None) -> list[str]:
    return [entity["id"] for entity in recognised(rows, names_in(text), speaker)]


def test_entities_stand_in_the_order_of_the_message_and_the_speaker_first() -> None:
    rows = (row("Ana"), row("Bruno"), row("Vera"))
    assert meant("Vera met Ana", *rows) == ["Vera", "Ana"]
    assert meant("Vera met Ana", *rows, speaker="Bruno") == ["Bruno", "Vera", "Ana"]
    assert meant("Vera met Ana", *rows, speaker="Ana") == ["Ana", "Vera"], "once, even if named"


def test_a_part_of_a_longer_name_is_not_meant() -> None:
    rows = (row("Paulo"), row("São Paulo", "sao_paulo"))
    assert meant("I live in São Paulo", *rows) == ["São Paulo"]
    assert meant("Paulo lives in São Paulo", *rows) == ["Paulo", "São Paulo"]


def test_of_several_who_have_the_speakers_name_the_first_speaks() -> None:
    rows = (row("b", "ana", rank=1), row("a", "ana", rank=0))
    assert meant("Hello", *rows, speaker="Ana") == ["a"]


def test_a_piece_without_an_offer_has_none() -> None:
    context = PromptContext(known=(("a",), ("b",)))
    assert [context.lines(piece) for piece in range(3)] == [("a",), ("b",), ()]
    assert context.offer(0) == EMPTY_OFFER


# --------------------------------------------------------------------------- the read


class Model:
    """An extractor that asks a model."""

    wants_context = True


MODEL = Model()
ANSWER = {
    "pieces": [{"i": 0, "near": [], "entities": [row("Ana", facts=[fact_row("Ana", "sings", "fado")])]}],
    "types": ["ship"],
    "relations": ["sails_to"],
    "turns": ["nearest", "far"],
}


async def told(graph: FakeGraph, previous: Sequence[str] = (), extractor: Any = MODEL, **more: Any) -> PromptContext:
    episode = EpisodeInput("b", "e", "Ana is here", MOMENT, settings(), session_id="s", **more)
    return await read_context(episode, previous, extractor, graph.read, CountingEmbedder())


async def test_the_model_is_told_known_facts_names_in_use_and_the_turns_before() -> None:
    context = await told(FakeGraph({"ingest/read_context": [ANSWER]}))
    assert context.offer(0).lines == ("e1: Ana (person)", "f1: Ana | sings | fado | since 2024-05-01 | Ana sings fado")
    assert context.recent == ("far", "nearest"), "oldest first"
    assert context.ontology["entity types"][:2] == ("ship", "person"), "those in use, then the seeds"
    assert context.ontology["relations"][0] == "sails_to"
    assert {len(names) for names in context.ontology.values()} <= set(range(21))
    assert set(context.embedded.vectors) == {"Ana is here"}


async def test_turns_that_came_with_the_call_or_are_known_are_not_read() -> None:
    graph = FakeGraph({"ingest/read_context": [ANSWER]})
    assert (await told(graph, recent_messages=("sent",))).recent == ("sent",)
    assert (await told(graph, ["nearest known", "far known"])).recent == ("far known", "nearest known")
    await told(graph)
    assert [call["session"] for call in graph.parameters["ingest/read_context"]] == [None, None, "s"]


async def test_a_short_message_is_embedded_with_its_speaker_and_a_long_one_by_its_chunks() -> None:
    answers = [{**ANSWER, "pieces": []}]
    short = await told(FakeGraph({"ingest/read_context": answers}), speaker="Vera")
    assert set(short.embedded.vectors) == {"Vera: Ana is here"}
    text = " ".join(f"Sentence number {n}." for n in range(60))
    long = EpisodeInput("b", "e", text, MOMENT, settings(chunk_chars=500), speaker="Vera")
    graph = FakeGraph({"ingest/read_context": answers})
    context = await read_context(long, (), MODEL, graph.read, CountingEmbedder())  # type: ignore[arg-type]
    assert list(context.embedded.vectors) == chunks(text, 500)
    assert len(context.offers) == len(graph.parameters["ingest/read_context"][0]["pieces"]) == len(chunks(text, 500))


async def test_the_speaker_is_looked_up_even_if_not_named() -> None:
    graph = FakeGraph({"ingest/read_context": [ANSWER]})
    await told(graph, speaker="Vera Lima")
    (piece,) = graph.parameters["ingest/read_context"][0]["pieces"]
    assert "vera_lima" in piece["norms"]


async def test_an_extractor_that_asks_no_model_and_a_supplied_extraction_read_nothing() -> None:
    graph = FakeGraph()
    assert await told(graph, extractor=object()) is NO_CONTEXT
    assert await told(graph, extraction=SuppliedExtraction()) is NO_CONTEXT
    assert graph.calls == {}


# --------------------------------------------------------------------------- several messages


def episodes(*contents: str, **first: Any) -> list[EpisodeInput]:
    """Messages of one session; the options belong to the first one."""
    made = [EpisodeInput("b", f"e{n}", text, MOMENT, settings(), speaker="Vera") for n, text in enumerate(contents, 1)]
    return [replace(made[0], **first), *made[1:]]


async def told_together(graph: FakeGraph, said: list[EpisodeInput], previous: Sequence[str] = ()) -> PromptContext:
    return await read_transcript_context(said, previous, MODEL, graph.read, CountingEmbedder())  # type: ignore[arg-type]


async def test_several_messages_share_one_read_and_each_known_fact_stands_once() -> None:
    sings, rows = fact_row("Ana", "sings", "fado", score=0.5), fact_row("Ana", "rows", "a boat", score=0.9)
    pieces = [
        {"i": 0, "near": [], "entities": [row("Ana", facts=[sings])]},
        {"i": 1, "near": [], "entities": [row("Ana", facts=[sings, rows])]},
    ]
    graph = FakeGraph({"ingest/read_context": [{**ANSWER, "pieces": pieces}]})
    context = await told_together(graph, episodes("Ana is here", "Ana is there"))
    assert [fact.text for fact in context.offer(0).facts] == ["Ana rows a boat", "Ana sings fado"], "the nearest first"
    assert graph.calls == {"ingest/read_context": 1}
    (asked,) = graph.parameters["ingest/read_context"]
    assert (len(asked["pieces"]), asked["session"]) == (2, None)
    assert set(context.embedded.vectors) == {"Vera: Ana is here", "Vera: Ana is there"}


async def test_an_entity_whose_name_is_only_like_one_in_the_message_is_offered_too() -> None:
    entities = [row("Jonas Weber", facts=()) | {"norms": []}, row("Ana")]
    answer = {**ANSWER, "pieces": [{"i": 0, "near": [], "entities": entities}]}
    context = await told(FakeGraph({"ingest/read_context": [answer]}))
    assert [entity.name for entity in context.offer(0).entities] == ["Ana", "Jonas Weber"]


async def test_the_pieces_of_a_long_message_number_what_they_offer_together() -> None:
    pieces = [
        {"i": 0, "near": [], "entities": [row("Ana", facts=[fact_row("Ana", "sings", "fado")])]},
        {"i": 1, "near": [], "entities": [row("Ana"), row("Bruno", facts=[fact_row("Bruno", "rows", "a boat")])]},
    ]
    text = " ".join(f"Ana met Bruno {n} times." for n in range(60))
    long = EpisodeInput("b", "e", text, MOMENT, settings(chunk_chars=700))
    graph = FakeGraph({"ingest/read_context": [{**ANSWER, "pieces": pieces}]})
    context = await read_context(long, (), MODEL, graph.read, CountingEmbedder())  # type: ignore[arg-type]
    first, second = context.offer(0), context.offer(1)
    assert [(e.number, e.name) for e in first.entities] == [(1, "Ana")]
    assert [(e.number, e.name) for e in second.entities] == [(2, "Bruno"), (1, "Ana")]
    assert [fact.number for fact in (*first.facts, *second.facts)] == [1, 2]


async def test_the_turns_before_several_messages_are_none_of_them() -> None:
    graph = FakeGraph({"ingest/read_context": [{**ANSWER, "pieces": []}]})
    said = episodes("one", "two", recent_messages=("before",))
    said[1] = replace(said[1], recent_messages=("before", "one", "Vera: one", "between"))
    assert (await told_together(graph, said)).recent == ("before", "between")
    assert (await told_together(graph, episodes("one", "two"), ["near", "far"])).recent == ("far", "near")
