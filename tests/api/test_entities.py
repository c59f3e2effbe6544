"""Entities and the graph around them, through the API."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from urllib.parse import quote

import pytest

from tests.api.conftest import Api, assert_problem


@pytest.fixture
async def people(api: Api) -> dict[str, str]:
    """Ana knows Bruno, Bruno knows Clara; Ana likes tea. Return the ids by name."""
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
        "id", "key", "name", "type", "aliases", "external_id", "summary", "importance", "profile", "digest", "properties",
        "first_seen_at",
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
    assert set(near) == {"neighbours", "next_cursor"}
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


async def test_an_entity_is_made_changed_and_found_again(api: Api) -> None:
    body = {"name": "Ana Souza", "type": "person", "external_id": "crm-17", "properties": {"floor": 3}}
    made = await api.post("/entities", body)
    assert made.status_code == 201
    again = await api.post("/entities", {"name": "ana souza", "type": "person"})
    assert (again.status_code, again.json()["id"]) == (200, made.json()["id"])
    url = api.at(f"/entities/{made.json()['id']}")
    changed = await api.client.patch(url, json={"name": "Ana Lopes", "properties": {"floor": None}})
    assert changed.status_code == 200, changed.text
    assert (changed.json()["key"], changed.json()["aliases"], changed.json()["properties"]) == (
        "person:ana_lopes",
        ["Ana Souza"],
        {},
    )
    assert_problem(await api.client.patch(url, json={"name": None}), 422, "invalid_input", "name")
    assert_problem(await api.client.patch(url, json={"colour": "red"}), 422, "invalid_input", "colour")
    assert_problem(await api.post("/entities", {"type": "person"}), 422, "invalid_input", "name")
    assert_problem(await api.client.patch(api.at("/entities/Nobody"), json={"summary": "?"}), 404, "not_found", "id")


async def test_entities_are_merged_and_parted(api: Api, people: dict[str, str]) -> None:
    ana, bruno, clara = people["Ana"], people["Bruno"], people["Clara"]
    asked = {"into": ana, "from": [clara]}
    would = await api.post("/entities:merge", {**asked, "dry_run": True})
    assert would.status_code == 200
    merged = await api.post("/entities:merge", asked, key="merge-1")
    assert (await api.post("/entities:merge", asked, key="merge-1")).json() == merged.json()
    told = merged.json()
    assert set(told) == {"into", "merges", "changed", "recorded_at"}
    assert set(told["merges"][0]) == {
        "merge_id", "entity_id", "name", "statements", "facts", "facts_between", "aliases", "episodes",
    }  # fmt: skip
    stone = (await api.get(f"/entities/{clara}")).json()
    assert stone["merged_into"] == ana
    assert {f["object_id"] for f in (await api.get(f"/entities/{bruno}/facts")).json()["facts"]} <= {ana, bruno}
    assert_problem(await api.post("/entities:merge", {"into": bruno, "from": [clara]}), 409, "already_merged")
    assert_problem(await api.client.patch(api.at(f"/entities/{clara}"), json={"summary": "?"}), 409, "already_merged")
    assert_problem(await api.post("/entities:merge", {"into": ana, "from": [ana]}), 422, "invalid_input", "from")
    assert_problem(await api.post("/entities:merge", {"into": ana, "from": []}), 422, "invalid_input", "from")
    assert_problem(await api.post("/entities:merge", {"into": ana, "from": ["Nobody"]}), 404, "not_found", "from.0")
    taken_back = {"merge_id": told["merges"][0]["merge_id"]}
    parted = await api.post(f"/entities/{clara}:unmerge", taken_back)
    assert (parted.status_code, parted.json()["parted_from"]) == (200, ana), parted.text
    assert_problem(await api.post(f"/entities/{clara}:unmerge", taken_back), 409, "not_merged")
    assert_problem(await api.post(f"/entities/{clara}:unmerge", {"merge_id": "none"}), 404, "not_found")
    known = (await api.get(f"/entities/{clara}", known_at=told["recorded_at"])).json()
    assert known["merged_into"] == ana
    assert (await api.get(f"/entities/{clara}")).json()["merged_into"] is None


async def test_an_entity_is_split_and_merged_again(api: Api, people: dict[str, str]) -> None:
    ana = people["Ana"]
    chess = await api.fact("Ana", "plays", "chess")
    asked = {"facts": [chess["id"]], "name": "Anna Lind"}
    would = await api.post(f"/entities/{ana}:split", {**asked, "dry_run": True})
    assert would.status_code == 200, would.text
    assert_problem(await api.get("/entities/Anna Lind"), 404, "not_found")
    done = await api.post(f"/entities/{ana}:split", asked, key="split-1")
    assert (await api.post(f"/entities/{ana}:split", asked, key="split-1")).json() == done.json()
    told = done.json()
    assert set(told) == {
        "entity_id", "key", "name", "type", "parted_from", "statements", "facts", "names", "names_moved", "changed",
        "recorded_at",
    }  # fmt: skip
    assert (told["name"], told["parted_from"], told["facts"]) == ("Anna Lind", ana, [chess["id"]])
    assert (await api.get(f"/facts/{chess['id']}")).json()["subject_id"] == told["entity_id"]
    assert_problem(await api.post(f"/entities/{ana}:split", {}), 422, "invalid_input", "body")
    assert_problem(await api.post(f"/entities/{ana}:split", {"facts": ["none"]}), 404, "not_found", "facts.0")
    assert_problem(await api.post(f"/entities/{ana}:split", {"facts": [chess["id"]]}), 422, "invalid_input", "facts.0")
    assert_problem(await api.post("/entities/Nobody:split", asked), 404, "not_found", "id")
    merged = await api.post("/entities:merge", {"into": ana, "from": [told["entity_id"]]})
    assert merged.status_code == 200
    assert (await api.get(f"/facts/{chess['id']}")).json()["subject_id"] == ana


async def test_history_and_paths_of_an_entity(api: Api, people: dict[str, str]) -> None:
    history = (await api.get(f"/entities/{people['Bruno']}/history", limit=1)).json()
    assert set(history) == {"entity", "facts", "names", "merges", "next_cursor"}
    assert len(history["facts"]) == 1
    more = await api.get("/entities/Bruno/history", cursor=history["next_cursor"])
    assert len(more.json()["facts"]) == 1
    assert_problem(await api.get("/entities/Bruno/history", limit=501), 422, "invalid_input", "limit")
    (way,) = (await api.get("/entities/Ana/paths", to="Clara")).json()["paths"]
    assert way["names"] == ["Ana", "Bruno", "Clara"]
    assert [f["relation"] for f in way["facts"]] == ["knows", "knows"]
    assert (await api.get("/entities/Ana/paths", to="Clara", hops=1)).json() == {"paths": []}
    assert_problem(await api.get("/entities/Ana/paths"), 422, "invalid_input", "to")
    assert_problem(await api.get("/entities/Ana/paths", to="Nobody"), 404, "not_found")


async def test_neighbours_come_in_pages_of_one_moment(api: Api) -> None:
    for n in range(5):
        await api.fact("Ana", "knows", f"P{n}", object_is_entity=True, valid_from="2025-01-01")
    await api.fact("P1", "knows", "Q", object_is_entity=True, valid_from="2025-01-01")
    whole = (await api.get("/entities/Ana/neighbours", hops=2, limit=100)).json()
    assert (len(whole["neighbours"]), whole["next_cursor"]) == (6, None)
    seen, cursor = [], {}
    for _ in range(3):
        page = (await api.get("/entities/Ana/neighbours", hops=2, limit=2, **cursor)).json()
        assert len(page["neighbours"]) == 2
        seen += [one["fact"]["id"] for one in page["neighbours"]]
        cursor = {"cursor": page["next_cursor"]}
        late = {"valid_from": (datetime.now(UTC) + timedelta(milliseconds=1)).isoformat()}
        await api.fact("Ana", "saw", f"thing {len(seen)}", object_is_entity=False, **late)
    assert seen == [one["fact"]["id"] for one in whole["neighbours"]]
    assert cursor == {"cursor": None}
    for bad in ("x", "W10", "WzEsIDIsIDNd"):
        assert_problem(await api.get("/entities/Ana/neighbours", cursor=bad), 422, "invalid_input", "cursor")
