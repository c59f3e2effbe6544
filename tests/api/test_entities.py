"""Entities and what stands around them."""

from __future__ import annotations

from urllib.parse import quote

import pytest

from tests.api.conftest import Api, assert_problem


@pytest.fixture
async def people(api: Api) -> dict[str, str]:
    """Ana knows Bruno, Bruno knows Clara; Ana likes tea. The ids by name."""
    ids: dict[str, str] = {}
    for one, other in (("Ana", "Bruno"), ("Bruno", "Clara")):
        fact = await api.fact(one, "knows", other, object_is_entity=True, valid_from="2020-01-01")
        ids |= {fact["subject"]: fact["subject_id"], fact["object"]: fact["object_id"]}
    await api.fact("Ana", "likes", "tea", valid_from="2020-01-01")
    return ids


async def test_entities_are_listed_in_pages_and_values_are_none(api: Api, people: dict[str, str]) -> None:
    page = (await api.get("/entities", limit=2)).json()
    assert set(page) == {"entities", "next_cursor"}
    rest = (await api.get("/entities", limit=2, cursor=page["next_cursor"])).json()
    assert sorted(e["name"] for e in page["entities"] + rest["entities"]) == ["Ana", "Bruno", "Clara"]
    assert rest["next_cursor"] is None


async def test_entities_are_found_by_name_and_type(api: Api, people: dict[str, str]) -> None:
    found = (await api.get("/entities", query="bruno")).json()["entities"]
    assert [e["id"] for e in found] == [people["Bruno"]]
    assert (await api.get("/entities", type="planet")).json()["entities"] == []


async def test_one_entity_answers_to_its_id_key_and_name(api: Api, people: dict[str, str]) -> None:
    ana = (await api.get(f"/entities/{people['Ana']}")).json()
    assert set(ana) == {
        "id", "key", "name", "type", "aliases", "external_id", "summary", "properties", "first_seen_at",
        "last_seen_at", "fact_count", "merged_into",
    }  # fmt: skip
    assert ana["fact_count"] == 2
    assert (await api.get(f"/entities/{quote(ana['key'])}")).json() == ana
    assert (await api.get("/entities/Ana")).json()["id"] == ana["id"]


async def test_a_name_with_a_slash_is_a_name(api: Api) -> None:
    fact = await api.fact("AC/DC", "plays", "rock")
    for ref in ("AC%2FDC", "AC/DC"):
        assert (await api.get(f"/entities/{ref}")).json()["id"] == fact["subject_id"]
        assert len((await api.get(f"/entities/{ref}/facts")).json()["facts"]) == 1


async def test_facts_of_an_entity_stand_at_either_end(api: Api, people: dict[str, str]) -> None:
    answer = (await api.get("/entities/Bruno/facts")).json()
    assert set(answer) == {"facts", "next_cursor"}
    assert sorted((f["subject"], f["object"]) for f in answer["facts"]) == [("Ana", "Bruno"), ("Bruno", "Clara")]
    assert (await api.get("/entities/Bruno/facts", valid_at="2010-01-01")).json()["facts"] == []


async def test_neighbours_are_walked_hop_by_hop(api: Api, people: dict[str, str]) -> None:
    near = (await api.get("/entities/Ana/neighbours")).json()
    assert set(near) == {"neighbours"}
    assert {n["hops"] for n in near["neighbours"]} == {1}
    far = (await api.get(f"/entities/{people['Ana']}/neighbours", hops=2)).json()["neighbours"]
    reached = {n["entity"]["name"]: n["hops"] for n in far if n["entity"]}
    assert reached["Bruno"] == 1
    assert reached["Clara"] == 2
    into = (await api.get("/entities/Clara/neighbours", direction="out")).json()["neighbours"]
    assert into == []


async def test_unknown_entities_are_not_found(api: Api) -> None:
    for path in ("/entities/Nobody", "/entities/Nobody/facts", "/entities/Nobody/neighbours"):
        assert_problem(await api.get(path), 404, "not_found")
    assert (await api.get("/entities")).json() == {"entities": [], "next_cursor": None}
