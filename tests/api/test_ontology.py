"""The ontology through the API."""

from __future__ import annotations

from tests.api.conftest import Api, assert_problem


async def test_used_relations_and_types_are_listed(api: Api) -> None:
    await api.fact("Ana", "rides_on", "a tram")
    ontology = (await api.get("/ontology")).json()
    assert set(ontology) == {"entity_types", "relations"}
    assert "rides_on" in {r["name"] for r in ontology["relations"]}


async def test_a_settled_relation_derives_its_periods_again(api: Api) -> None:
    old = await api.fact("Ana", "rides_on", "a tram", valid_from="2020-01-01")
    await api.fact("Ana", "rides_on", "a bike", valid_from="2024-01-01")
    assert len((await api.get("/facts")).json()["facts"]) == 2
    answer = await api.client.patch(api.at("/ontology/relations/rides_on"), json={"cardinality": "one"})
    assert answer.status_code == 200
    changed = {c["id"]: (c["at"], c["status"]) for c in answer.json()["changed"]}
    assert changed[old["id"]] == ("2024-01-01T00:00:00Z", "closed")
    assert [f["object"] for f in (await api.get("/facts")).json()["facts"]] == ["a bike"]
    relation = next(r for r in (await api.get("/ontology")).json()["relations"] if r["name"] == "rides_on")
    assert (relation["cardinality"], relation["cardinality_source"]) == ("one", "user")


async def test_a_relation_answers_to_every_spelling_of_its_name(api: Api) -> None:
    await api.client.patch(api.at("/ontology/relations/ridesOn"), json={"cardinality": "one"})
    relations = (await api.get("/ontology")).json()["relations"]
    assert {r["name"] for r in relations if r["source"] != "seed"} == {"rides_on"}


async def test_unusable_rules_are_refused(api: Api) -> None:
    url = api.at("/ontology/relations/rides_on")
    for body, field in (
        ({"cardinality": "few"}, "cardinality"),
        ({"per": "week"}, "per"),
        ({"symmetric": "perhaps"}, "symmetric"),
        ({"synonyms": "rides"}, "synonyms"),
        ({}, "body"),
    ):
        assert_problem(await api.client.patch(url, json=body), 422, "invalid_input", field)
    assert_problem(await api.get(""), 404, "not_found")
