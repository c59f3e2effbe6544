"""What the brain knows of the roles that a message names."""

from __future__ import annotations

from typing import Any

from graphmem.claims import KnownAttribute, NamedRoles, Request
from graphmem.ingest.episodes.input import EpisodeInput
from graphmem.ingest.stages.entity_extract import MOST_ROLES, request_of, with_attributes
from graphmem.ingest.stages.prompt_context import NO_CONTEXT, PromptContext
from graphmem_contract.records import SuppliedExtraction
from tests.unit.fake_graph import FakeGraph
from tests.unit.ingest.building import MOMENT
from tests.unit.ingest.claim_building import settings

FOUND = {
    "roles": [{"subject": "the club", "relation": "head coach", "object": "Bea Lund"}],
    "owners": ["the choir"],
    "spoken": ["the club", "the club"],
}


class Listener:
    """An extractor that finds the given roles in every message."""

    def __init__(self, names: NamedRoles) -> None:
        self.names, self.asked = names, list[Request]()

    async def named_roles(self, request: Request) -> NamedRoles:
        self.asked.append(request)
        return self.names


async def known(graph: FakeGraph, extractor: Any, **more: Any) -> PromptContext:
    episode = EpisodeInput("b", "e", "The coach is Bea.", MOMENT, settings(), session_id="s", **more)
    return await with_attributes(episode, NO_CONTEXT, extractor, graph.read)


async def test_named_roles_are_looked_up_and_come_back_in_the_request() -> None:
    graph = FakeGraph({"ingest/read_attributes": [FOUND]})
    context = await known(
        graph, Listener(NamedRoles(("head coach", "manager"), ("Bea Lund",), ("our club", "the club")))
    )
    assert context.attributes.roles == (KnownAttribute("the club", "head coach", "Bea Lund"),)
    assert (context.attributes.owners, context.attributes.session_owners) == (("the choir",), ("the club",))
    (sent,) = graph.parameters["ingest/read_attributes"]
    assert sent["roles"] == [{"said": "head coach", "name": "head_coach"}, {"said": "manager", "name": "reports_to"}]
    assert [holder["norm"] for holder in sent["holders"]] == ["bea_lund"]
    assert (sent["owners"], sent["session"]) == (["our_club", "the_club"], "s")
    episode = EpisodeInput("b", "e", "Hi", MOMENT, settings())
    assert request_of(episode, context).attributes == context.attributes


async def test_a_message_that_names_no_role_costs_no_read() -> None:
    graph = FakeGraph()
    assert await known(graph, Listener(NamedRoles())) is NO_CONTEXT
    assert await known(graph, object()) is NO_CONTEXT
    listener = Listener(NamedRoles(("coach",)))
    assert await known(graph, listener, extraction=SuppliedExtraction()) is NO_CONTEXT
    assert (graph.calls, listener.asked) == ({}, [])


async def test_so_many_roles_are_looked_up_and_no_more() -> None:
    graph = FakeGraph({"ingest/read_attributes": [FOUND]})
    names = tuple(f"role {n}" for n in range(MOST_ROLES + 5))
    await known(graph, Listener(NamedRoles(names, names)))
    (sent,) = graph.parameters["ingest/read_attributes"]
    assert (len(sent["roles"]), len(sent["holders"])) == (MOST_ROLES, MOST_ROLES)
