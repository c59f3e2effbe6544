"""The graph walked with the neomodel classes of `graphmem.nodes`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from neomodel import db

from graphmem.brain import Brain
from graphmem.nodes.node_classes import NODES, BrainNode, EntityNode
from tests.conftest import Server
from tests.story.telling import fact, tell

PAGE = Path(__file__).resolve().parents[2] / "docs" / "graph.md"
URL_OF_THE_PAGE = "bolt://neo4j:password@localhost:7687"


@pytest.fixture
def url(server: Server) -> str:
    parts = urlsplit(server.uri)
    return f"{parts.scheme}://{server.user}:{server.password}@{parts.netloc}"


@pytest.fixture
def connected(url: str) -> Iterator[None]:
    """neomodel's one connection of the process, closed again at the end."""
    db.set_connection(url=url)
    yield
    db.close_connection()


@pytest.fixture
async def career(brain: Brain) -> Brain:
    """Ana works at Acme in 2023, and at Globex, in Porto, from March 2024 on."""
    await tell(
        brain,
        "2023-01-10",
        fact("Ana", "works_at", "Acme", valid_from="2023-01-01"),
        fact("Ana", "likes", "tea", object_is_entity=False, valid_from="2022-01-01"),
        text="I work at Acme and like tea.",
        speaker="Ana",
        metadata={"channel": "mail"},
    )
    await tell(
        brain,
        "2024-03-15",
        fact("Ana", "works_at", "Globex", valid_from="2024-03-01"),
        fact("Globex", "located_in", "Porto", valid_from="2020-01-01"),
    )
    return brain


def on(year: int, month: int, day: int) -> datetime:
    return datetime(year, month, day, tzinfo=UTC)


def employers(brain: Brain, at: datetime) -> list[str]:
    ana = EntityNode.nodes.get(brain=brain.name, key="person:ana")
    return [company.name for company in ana.facts.match(relation="works_at", period_start__lte=at, period_end__gt=at)]


async def test_facts_are_walked_as_of_a_moment(career: Brain, connected: None) -> None:
    moments = {on(2022, 12, 31): [], on(2023, 1, 1): ["Acme"], on(2024, 2, 29): ["Acme"], on(2024, 3, 1): ["Globex"]}
    assert {moment: employers(career, moment) for moment in moments} == moments


async def test_a_walk_goes_on_over_several_facts(career: Brain, connected: None) -> None:
    at = on(2024, 6, 1)
    ana = EntityNode.nodes.get(brain=career.name, key="person:ana")
    steps = [
        (company.name, place.name)
        for company in ana.facts.match(period_start__lte=at, period_end__gt=at)
        for place in company.facts.match(relation="located_in", period_start__lte=at, period_end__gt=at)
    ]
    assert steps == [("Globex", "Porto")]
    porto = EntityNode.nodes.get(brain=career.name, name="Porto")
    assert [company.name for company in porto.facts_about] == ["Globex"]
    assert [value.text for value in ana.values.match(relation="likes")] == ["tea"]


async def test_an_edge_has_its_period_in_utc(career: Brain, connected: None) -> None:
    moment = {"facts|tStart__lte": on(2023, 6, 1), "facts|tEnd__gt": on(2023, 6, 1)}
    ana = EntityNode.nodes.filter(brain=career.name, key="person:ana", **moment)
    [(person, company, edge)] = ana.traverse("facts").all()
    assert (person.name, edge.relation, company.name) == ("Ana", "works_at", "Acme")
    assert (edge.valid_from, edge.valid_until) == (on(2023, 1, 1), on(2024, 3, 1))
    assert (edge.period_start, edge.period_end) == (edge.valid_from, edge.valid_until)
    globex = EntityNode.nodes.get(brain=career.name, key="organization:globex")
    open_edge = person.facts.relationship(globex)
    assert (open_edge.valid_until, open_edge.period_end.year) == (None, 9999)


async def test_a_former_belief_is_read_from_the_history(career: Brain, connected: None) -> None:
    """Before the second message Acme had no end."""
    ana = EntityNode.nodes.get(brain=career.name, key="person:ana")
    acme = EntityNode.nodes.get(brain=career.name, key="organization:acme")
    [now], [before] = ana.facts.all_relationships(acme), ana.past_facts.all_relationships(acme)
    assert (before.fact_id, before.text, before.valid_until) == (now.fact_id, now.text, None)
    assert before.recorded_at < before.expired_at == now.recorded_at
    known = before.recorded_at
    assert [c.name for c in ana.past_facts.match(recorded_at__lte=known, expired_at__gt=known)] == ["Acme"]
    assert list(ana.past_facts.match(expired_at__lte=known)) == []


async def test_every_node_of_a_brain_can_be_read(career: Brain, connected: None) -> None:
    await career.configure(language="en")
    nodes = {node: node.nodes.filter(brain=career.name).all() for node in NODES if hasattr(node, "brain")}
    found = {node.__label__ for node, rows in nodes.items() if rows}
    assert found >= {"Entity", "Value", "Alias", "Episode", "Statement", "EntityType", "RelationType", "FactRef"}
    episode = next(row for node, rows in nodes.items() if node.__label__ == "Episode" for row in rows if row.speaker)
    assert (episode.occurred_at, episode.metadata) == (on(2023, 1, 10), {"channel": "mail"})
    [home] = BrainNode.nodes.filter(uid=career.name)
    assert home.settings == {"language": "en"}
    assert home.created_at < home.last_recorded_at < datetime.now(UTC)


async def test_the_example_of_the_page_prints_what_it_says(
    career: Brain, url: str, capsys: pytest.CaptureFixture[str]
) -> None:
    part = PAGE.read_text("utf8").split("## Walk the graph with neomodel\n")[1]
    [code] = re.findall(r"^```python\n(.*?)^```$", part, re.MULTILINE | re.DOTALL)
    assert URL_OF_THE_PAGE in code
    promised = re.findall(r"print\(.*\)  # (.+)", code)
    here = code.replace(URL_OF_THE_PAGE, url).replace('"work"', repr(career.name))
    namespace: dict[str, Any] = {}
    exec(compile(here, "docs/graph.md", "exec"), namespace)
    assert capsys.readouterr().out.splitlines() == promised
    assert len(promised) == 2
    assert db.driver is None, "the example closes its connection"
