"""Ids and keys in place of names: the facts that name an end by them read as if they had names."""

from __future__ import annotations

from typing import Any

import pytest

from graphmem.ingest.episodes.input import EpisodeInput
from graphmem.ingest.stages.id_references import (
    check_ids,
    names_of_handles,
    unknown_id,
    with_named_ends,
    with_names,
)
from graphmem_contract.errors import InvalidInput
from graphmem_contract.records import SuppliedExtraction, SuppliedFact
from tests.unit.fake_graph import FakeGraph
from tests.unit.ingest.building import MOMENT
from tests.unit.ingest.claim_building import settings

NAMES = {"person:ana": "Ana", "organization:acme": "Acme"}


def graph() -> FakeGraph:
    """A graph that knows two entities by their keys."""

    def find(parameters: Any) -> list[dict[str, Any]]:
        refs = enumerate(row["ref"] for row in parameters["refs"])
        return [{"i": i, "entity": {"name": NAMES[ref]}} for i, ref in refs if ref in NAMES]

    return FakeGraph({"entities/find": find})


async def named(fact: SuppliedFact) -> SuppliedFact:
    (result,) = with_named_ends([fact], await names_of_handles(graph().read, "b", [fact]))
    return result


async def test_the_sentence_has_names_and_the_ends_keep_their_keys() -> None:
    fact = await named(SuppliedFact(subject="person:ana", relation="works_at", object="organization:acme"))
    assert (fact.text, fact.object_is_entity) == ("Ana works at Acme", True)
    assert (fact.subject, fact.object) == ("person:ana", "organization:acme")


async def test_a_text_that_was_sent_is_kept() -> None:
    sent = SuppliedFact(subject="person:ana", relation="likes", object="tea", text="She likes tea")
    assert (await named(sent)).text == "She likes tea"


async def test_an_object_that_is_sent_as_a_value_stays_a_value() -> None:
    sent = SuppliedFact(subject="person:ana", relation="likes", object="organization:acme", object_is_entity=False)
    fact = await named(sent)
    assert (fact.text, fact.object_is_entity) == ("Ana likes organization:acme", False)


async def test_a_key_that_nobody_has_is_a_name() -> None:
    sent = SuppliedFact(subject="person:nobody", relation="likes", object="tea")
    assert await named(sent) == sent


async def test_nothing_is_read_where_nothing_looks_like_an_id() -> None:
    facts, known = [SuppliedFact(subject="Ana", relation="likes", object="tea")], graph()
    assert with_named_ends(facts, await names_of_handles(known.read, "b", facts)) == tuple(facts)
    assert known.calls == {}


async def test_each_id_is_asked_for_once() -> None:
    fact, known = SuppliedFact(subject="person:ana", relation="likes", object=" person:ana"), graph()
    await names_of_handles(known.read, "b", [fact, fact])
    (call,) = known.parameters["entities/find"]
    assert [row["ref"] for row in call["refs"]] == ["person:ana", "person:ana"], "as written, once each"


async def test_an_episode_gets_names_in_its_supplied_facts() -> None:
    facts = (SuppliedFact(subject="person:ana", relation="likes", object="tea"),)
    plain = EpisodeInput("b", "e", "text", MOMENT, settings())
    assert await with_names(plain, graph().read) is plain
    supplied = EpisodeInput("b", "e", "text", MOMENT, settings(), extraction=SuppliedExtraction(facts=facts))
    result = await with_names(supplied, graph().read)
    assert result.extraction is not None
    assert [fact.text for fact in result.extraction.facts] == ["Ana likes tea"]


ID = "0199c0de-0000-7000-8000-00000000abcd"


def test_an_id_that_no_entity_has_is_refused_with_its_field() -> None:
    def field(**more: Any) -> str | None:
        fact = SuppliedFact(**{"subject": "Ana", "relation": "knows", "object": "Otto", **more})
        error = unknown_id(fact, {}, "full")
        return error and error.field

    assert (field(), field(subject=ID), field(object=ID, object_is_entity=True)) == (None, "subject", "object")
    assert field(object=ID) is None, "a value may look like an id"
    assert field(subject=ID.replace("-7", "-4")) is None, "graphmem gives no such id: it is a name"
    assert field(subject=ID, resolve="exact") is None, "where names are keys, it is a key of the caller"
    assert unknown_id(SuppliedFact(subject=ID, relation="knows", object="Otto"), {ID: "Ana"}, "full") is None


async def test_an_extraction_with_an_unknown_id_is_refused_before_it_is_stored() -> None:
    facts = (
        SuppliedFact(subject="Ana", relation="knows", object="Otto"),
        SuppliedFact(subject=ID, relation="is", object="x"),
    )
    with pytest.raises(InvalidInput) as refused:
        await check_ids(graph().read, "b", SuppliedExtraction(facts=facts), "full")
    assert refused.value.field == "extraction.facts.1.subject"
    known = graph()
    await check_ids(known.read, "b", SuppliedExtraction(facts=facts[:1]), "full")
    assert known.calls == {}
