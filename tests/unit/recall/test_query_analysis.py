"""A question becomes words, names, dates, and the parameters of a statement."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from typing import Any

import pytest

from graphmem.graph.time_parameters import FUTURE
from graphmem.recall.query import RecallQuery
from graphmem.recall.query_analysis import (
    MOST_NORMS,
    TIME_WORDS,
    Window,
    ms,
    norms,
    parameters,
    read_question,
    wanted_episodes,
    wide_reach,
)
from tests.unit.recall.candidates import NOTHING, NOW


def sent(query: str | None = "Where does Ana work?", **fields: Any) -> dict[str, Any]:
    asked = RecallQuery.checked(query=query, **fields)
    return parameters("b", asked, read_question(asked.text, NOW), [1.0], NOW)


def test_words_of_time() -> None:
    for text in ("We moved\nlast week", "In 2022.", "on Friday"):
        assert re.fullmatch(TIME_WORDS, text), text
    for text in ("We moved", "room 20223", "weakly"):
        assert not re.fullmatch(TIME_WORDS, text), text


def test_windows_of_named_dates() -> None:
    def day(y: int, m: int, d: int) -> int:
        return ms(datetime(y, m, d, tzinfo=UTC))

    assert read_question("on 7 May 2023", NOW).windows == (Window(day(2023, 5, 5), day(2023, 5, 21)),)
    assert read_question("in June 2023", NOW).windows == (Window(day(2023, 6, 1), day(2023, 7, 16)),)
    assert read_question("in 2022", NOW).windows == (Window(day(2022, 1, 1), day(2023, 1, 1)),)
    assert read_question("", NOW) == NOTHING


def test_groups_of_words_are_looked_up_as_names() -> None:
    assert norms("Where is Ana Souza?") == [
        "where", "where_is", "where_is_ana", "where_is_ana_souza", "is", "is_ana", "is_ana_souza", "ana", "ana_souza", "souza",
    ]  # fmt: skip
    assert norms("") == []


def test_no_more_than_a_thousand_groups_of_words_are_looked_up() -> None:
    assert len(norms(" ".join(f"word{n}" for n in range(900)))) == MOST_NORMS


@pytest.mark.parametrize("text", ["When did Ana move?", "How long has she lived here?", "Quando foi?", "Seit wann?"])
def test_a_question_for_a_time_is_recognised(text: str) -> None:
    assert read_question(text, NOW).asks_when
    assert sent(text)["timeWords"] == TIME_WORDS
    assert sent("Where does Ana work?")["timeWords"] is None


def test_a_relative_date_counts_from_the_given_moment() -> None:
    (window,) = read_question("What happened in March?", datetime(2020, 5, 1, tzinfo=UTC)).named
    assert window == Window(ms(datetime(2020, 3, 1, tzinfo=UTC)), ms(datetime(2020, 4, 1, tzinfo=UTC)))


def test_a_filter_widens_every_reach_four_times() -> None:
    plain = sent()
    for fields in ({"speaker": "Ana"}, {"entities": ("Ana",)}, {"relations": ("works_at",)}, {"categories": ("core",)}):
        filtered = sent(**fields)
        assert (filtered["reach"], filtered["factReach"]) == (4 * plain["reach"], 4 * plain["factReach"]), fields
        assert filtered["factWide"] == wide_reach(filtered["factReach"])


def test_as_many_neighbours_and_half_as_many_again_are_searched() -> None:
    assert [wide_reach(count) for count in (60, 61, 0)] == [90, 91, 0]


def test_a_recipe_without_words_sends_no_full_text_query() -> None:
    assert "ana" in sent()["factWords"]
    semantic = sent(recipe="semantic")
    assert (semantic["factWords"], semantic["episodeWords"], semantic["nameWords"]) == ("", "", "")
    assert sent(recipe="episodes")["factWords"] == ""
    assert sent(recipe="facts")["episodeWords"] == ""


def test_an_entity_is_looked_up_as_written_and_in_the_form_of_names() -> None:
    assert sent(entities=("Ana Souza", "ana_souza"))["only"] == ["Ana Souza", "ana_souza"]


def test_ended_facts_are_read_where_the_question_names_a_date_or_they_are_asked_for() -> None:
    assert not sent()["closed"]
    assert sent("Where did Ana work in 2023?")["closed"]
    assert sent("Where has Ana worked over the years?")["closed"]
    assert sent(include_closed=True)["closed"]


def test_a_brain_without_a_language_takes_that_of_the_query() -> None:
    assert sent(language="de")["foldedElse"] is True
    assert sent(language="English")["foldedElse"] is False
    assert sent()["foldedElse"] is False


def test_without_times_a_query_is_for_now_and_for_the_latest_state() -> None:
    now = sent()
    assert (now["at"], now["past"], now["known"], now["before"]) == (NOW, False, FUTURE, FUTURE)
    past = sent(valid_at=datetime(2020, 1, 1, tzinfo=UTC), known_at=datetime(2021, 1, 1, tzinfo=UTC))
    assert (past["at"].year, past["past"], past["known"].year, past["before"].year) == (2020, True, 2021, 2020)


def test_filters_of_episodes_are_compared_in_one_spelling() -> None:
    found = wanted_episodes(RecallQuery(speaker="  Ana Souza ", session_id="", role="", tags=("a", "b")))
    assert (found["speaker"], found["session"], found["role"], found["tags"]) == ("ana souza", None, None, ["a", "b"])
