"""What a model is told beside a message: names in the text, the entities they mean, and lines within a budget."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from graphmem.ingest.episodes.chunks import chunks
from graphmem.ingest.episodes.input import EpisodeInput
from graphmem.ingest.stages.prompt_context import (
    NO_CONTEXT,
    PromptContext,
    known_lines,
    names_in,
    read_context,
    read_transcript_context,
    recognised,
)
from graphmem_contract.records import SuppliedExtraction
from tests.unit.fake_graph import FakeGraph
from tests.unit.ingest.building import MOMENT
from tests.unit.ingest.claim_building import settings
from tests.unit.ingest.stages.test_batch import CountingEmbedder


def row(name: str, *norms: str, rank: int = 0, profile: str = "", facts: Sequence[str] = ()) -> dict[str, Any]:
    lines = [{"id": text, "text": text} for text in facts]
    return {
        "id": name,
        "name": name,
        "norms": norms or (name.lower(),),
        "rank": rank,
        "profile": profile,
        "facts": lines,
    }


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


# --------------------------------------------------------------------------- lines within a budget


def test_a_profile_goes_before_facts() -> None:
    assert known_lines([row("Ana", profile="A\nsinger.", facts=["x"])], 100, 5) == ("Profile of Ana: A singer.",)
    assert known_lines([row("Ana", facts=["Ana sings"])], 100, 5) == ("Known facts about Ana:", "- Ana sings")


def test_facts_are_cut_line_by_line_at_the_budget() -> None:
    """Four characters a token: the headline and a line take 23 + 12 of 36, a second line does not fit."""
    entity = row("Ana", facts=["Ana sings", "Ana rows"])
    assert known_lines([entity], 9, 5) == ("Known facts about Ana:", "- Ana sings")
    assert known_lines([entity], 8, 5) == (), "a headline alone says nothing"
    assert known_lines([entity], 12, 5) == ("Known facts about Ana:", "- Ana sings", "- Ana rows")


def test_a_profile_without_room_is_left_out_and_leaves_room_for_others() -> None:
    lines = known_lines([row("Ana", profile="x" * 500), row("Bruno", facts=["Bruno rows"])], 20, 5)
    assert lines == ("Known facts about Bruno:", "- Bruno rows")


def test_each_fact_is_told_once() -> None:
    shared = "Ana knows Bruno"
    lines = known_lines([row("Ana", facts=[shared]), row("Bruno", facts=[shared, "Bruno rows"])], 100, 5)
    assert lines == ("Known facts about Ana:", f"- {shared}", "Known facts about Bruno:", "- Bruno rows")


@pytest.mark.parametrize(("entities", "budget", "expected"), [(2, 60, 8), (3, 60, 3), (3, 300, 5), (3, 9000, 8)])
def test_more_than_two_entities_share_the_budget(entities: int, budget: int, expected: int) -> None:
    """At least three facts each; a fact is taken to need 20 tokens."""
    rows = [row(f"E{n}", facts=[f"{n}.{i}" for i in range(20)]) for n in range(entities)]
    lines = known_lines(rows, budget, 8)
    assert sum(line.startswith("- 0.") for line in lines) == expected


def test_a_piece_without_lines_has_none() -> None:
    context = PromptContext(known=(("a",), ("b",)))
    assert [context.lines(piece) for piece in range(3)] == [("a",), ("b",), ()]


# --------------------------------------------------------------------------- the read


class Model:
    """An extractor that asks a model."""

    wants_context = True


MODEL = Model()
ANSWER = {
    "pieces": [{"i": 0, "entities": [row("Ana", facts=["Ana sings"])]}],
    "types": ["ship"],
    "relations": ["sails_to"],
    "turns": ["nearest", "far"],
}


async def told(graph: FakeGraph, previous: Sequence[str] = (), extractor: Any = MODEL, **more: Any) -> PromptContext:
    episode = EpisodeInput("b", "e", "Ana is here", MOMENT, settings(), session_id="s", **more)
    return await read_context(episode, previous, extractor, graph.read, CountingEmbedder())


async def test_the_model_is_told_known_facts_names_in_use_and_the_turns_before() -> None:
    context = await told(FakeGraph({"ingest/read_context": [ANSWER]}))
    assert context.lines(0) == ("Known facts about Ana:", "- Ana sings")
    assert context.recent == ("far", "nearest"), "oldest first"
    assert context.ontology["entity types"][:2] == ("ship", "person"), "those in use, then the seeds"
    assert context.ontology["relations"][0] == "sails_to"
    assert {len(names) for names in context.ontology.values()} <= set(range(21))
    assert set(context.vectors) == {"Ana is here"}


async def test_turns_that_came_with_the_call_or_are_known_are_not_read() -> None:
    graph = FakeGraph({"ingest/read_context": [ANSWER]})
    assert (await told(graph, recent_messages=("sent",))).recent == ("sent",)
    assert (await told(graph, ["nearest known", "far known"])).recent == ("far known", "nearest known")
    await told(graph)
    assert [call["session"] for call in graph.parameters["ingest/read_context"]] == [None, None, "s"]


async def test_a_short_message_is_embedded_with_its_speaker_and_a_long_one_by_its_chunks() -> None:
    answers = [{**ANSWER, "pieces": []}]
    short = await told(FakeGraph({"ingest/read_context": answers}), speaker="Vera")
    assert set(short.vectors) == {"Vera: Ana is here"}
    text = " ".join(f"Sentence number {n}." for n in range(60))
    long = EpisodeInput("b", "e", text, MOMENT, settings(chunk_chars=500), speaker="Vera")
    graph = FakeGraph({"ingest/read_context": answers})
    context = await read_context(long, (), MODEL, graph.read, CountingEmbedder())  # type: ignore[arg-type]
    assert list(context.vectors) == chunks(text, 500)
    assert len(context.known) == len(graph.parameters["ingest/read_context"][0]["pieces"]) == len(chunks(text, 500))


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
    likes, hates = (
        {"id": text, "text": text, "score": score} for text, score in (("Ana sings", 0.5), ("Ana rows", 0.9))
    )
    ana, near = row("Ana"), row("Ana")
    pieces = [
        {"i": 0, "entities": [{**ana, "facts": [likes]}]},
        {"i": 1, "entities": [{**near, "facts": [likes, hates]}]},
    ]
    graph = FakeGraph({"ingest/read_context": [{**ANSWER, "pieces": pieces}]})
    context = await told_together(graph, episodes("Ana is here", "Ana is there"))
    assert context.lines(0) == ("Known facts about Ana:", "- Ana rows", "- Ana sings"), (
        "the nearest to any message first"
    )
    assert graph.calls == {"ingest/read_context": 1}
    (asked,) = graph.parameters["ingest/read_context"]
    assert (len(asked["pieces"]), asked["session"]) == (2, None)
    assert set(context.vectors) == {"Vera: Ana is here", "Vera: Ana is there"}


async def test_the_turns_before_several_messages_are_none_of_them() -> None:
    graph = FakeGraph({"ingest/read_context": [{**ANSWER, "pieces": []}]})
    said = episodes("one", "two", recent_messages=("before",))
    said[1] = replace(said[1], recent_messages=("before", "one", "Vera: one", "between"))
    assert (await told_together(graph, said)).recent == ("before", "between")
    assert (await told_together(graph, episodes("one", "two"), ["near", "far"])).recent == ("far", "near")
