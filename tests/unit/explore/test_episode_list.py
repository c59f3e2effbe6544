"""The list of episodes: which statement reads it, and with which filters."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest

from graphmem.explore.episode_list import EpisodeFilter, list_episodes
from graphmem_contract.errors import InvalidInput
from tests.unit.explore.test_explorer import episode_row
from tests.unit.fake_graph import FakeGraph


async def test_episodes_of_a_session_are_read_from_the_session() -> None:
    graph: Any = FakeGraph({"explore/episodes_of_session": [{"episode": episode_row()}]})
    page = await list_episodes(graph, "b", EpisodeFilter(session_id="s", status="pending"))
    assert [one.id for one in page] == ["e"]
    (asked,) = graph.parameters["explore/episodes_of_session"]
    assert (asked["session"], asked["status"], asked["tags"], asked["since"]) == ("s", "pending", [], None)


async def test_the_filters_are_parameters_of_the_statement() -> None:
    graph: Any = FakeGraph({"explore/episodes": []})
    day = datetime(2024, 5, 1, tzinfo=UTC)
    wanted = EpisodeFilter(source="mail", tags=("a", "b"), metadata=('"k": 1',), since=day, until=day)
    assert (await list_episodes(graph, "b", wanted)).items == ()
    (asked,) = graph.parameters["explore/episodes"]
    assert (asked["source"], asked["tags"], asked["entries"]) == ("mail", ["a", "b"], ['"k": 1'])
    assert asked["since"] is not None
    assert asked["until"] is not None


async def test_a_limit_out_of_range_is_refused() -> None:
    graph: Any = FakeGraph({})
    with pytest.raises(InvalidInput):
        await list_episodes(graph, "b", EpisodeFilter(), limit=0)
