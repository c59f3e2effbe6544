"""Forget and correct through the API."""

from __future__ import annotations

from tests.api.conftest import Api, assert_problem


async def test_a_forgotten_episode_is_gone_and_what_it_closed_is_open_again(api: Api) -> None:
    def said(company: str, start: str) -> dict[str, object]:
        fact = {"subject": "Ana", "relation": "works_at", "object": company, "valid_from": start}
        return {"content": f"Ana is at {company}.", "extraction": {"entities": [{"name": company}], "facts": [fact]}}

    first = (await api.post("/episodes", said("Acme", "2023-01-01"))).json()
    second = (await api.post("/episodes", said("Globex", "2024-01-01"))).json()
    url = api.at(f"/episodes/{second['episode_id']}")
    shown = await api.client.delete(url, params={"dry_run": True})
    assert shown.status_code == 200
    answer = await api.client.delete(url)
    assert answer.status_code == 200, answer.text
    body = answer.json()
    assert body["removed"]["episodes"] == [second["episode_id"]]
    assert body["removed"]["facts"] == shown.json()["removed"]["facts"]
    acme = first["facts_added"][0]["id"]
    assert [(f["id"], f["valid_until"]) for f in body["reopened"]] == [(acme, None)]
    assert_problem(await api.client.delete(url), 410, "forgotten")
    for path in ("", "/trace"):
        assert_problem(await api.client.get(f"{url}{path}"), 410, "forgotten")


async def test_facts_entities_and_brains_are_forgotten(api: Api) -> None:
    fact = await api.fact("Ana", "likes", "tea")
    other = await api.fact("Ana", "likes", "rye bread")
    assert (await api.client.delete(api.at(f"/facts/{fact['id']}"))).json()["removed"]["facts"] == [fact["id"]]
    gone = (await api.client.delete(api.at(f"/entities/{other['subject_id']}"))).json()
    assert gone["removed"]["entities"] == [other["subject_id"]]
    assert (await api.get("/facts", include_closed=True)).json()["facts"] == []
    await api.fact("Bruno", "likes", "tea")
    await api.fact("Bruno", "likes", "rye bread")
    counts = (await api.client.delete(api.at(""))).json()["removed"]["counts"]
    assert (counts["facts"], counts["statements"], counts["entities"], counts["values"]) == (2, 2, 1, 2)
    assert_problem(await api.client.delete(api.at("")), 404, "not_found")


async def test_a_fact_is_set_right_and_the_old_one_taken_back(api: Api) -> None:
    fact = await api.fact("Ana", "likes", "tea", valid_from="2020-01-01")
    answer = await api.post(f"/facts/{fact['id']}:correct", {"object": "coffee", "reason": "misheard"})
    assert answer.status_code == 200, answer.text
    assert {c["status"] for c in answer.json()["changed"]} == {"corrected", "live"}
    held = (await api.get("/facts", subject="Ana")).json()["facts"]
    assert [(f["object"], f["valid_from"]) for f in held] == [("coffee", "2020-01-01T00:00:00Z")]
    assert_problem(await api.post(f"/facts/{held[0]['id']}:correct", {}), 422, "invalid_input")
    assert_problem(await api.post("/facts/nobody:correct", {"object": "milk"}), 404, "not_found")


async def test_a_correction_that_changes_nothing_is_refused_and_what_rests_on_the_fact_stays(api: Api) -> None:
    fact = await api.fact("Ana", "works_at", "Zeta", object_is_entity=True, valid_from="2020-01-01")
    rests = await api.fact("Ana", "commutes_to", "Porto", evidence_ids=[fact["id"]])
    url = f"/facts/{fact['id']}:correct"
    for same in ({"object": "Zeta"}, {"object": "zeta", "relation": "works_at"}, {"text": fact["text"]}):
        assert_problem(await api.post(url, same), 422, "invalid_input")
    assert (await api.get(f"/facts/{rests['id']}")).json()["holds_now"]
    assert (await api.post(url, {"object": "Eta"})).status_code == 200
    again = assert_problem(await api.post(url, {"object": "Theta"}), 409, "conflict")
    assert "corrected" in again["detail"]
