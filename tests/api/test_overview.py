"""What the pages show, over REST: overview, contradictions, queue, changes of an episode, support, candidates for a merge."""

from __future__ import annotations

from datetime import UTC, datetime

from graphmem.brain import Brain
from tests.api.conftest import Api, assert_problem

JOB = {"relation": "works_at", "object_is_entity": True}


async def tell(api: Api, words: str, *facts: dict[str, object]) -> str:
    answer = await api.post("/episodes", {"content": words, "speaker": "Ana", "extraction": {"facts": list(facts)}})
    assert answer.status_code == 201, answer.text
    return str(answer.json()["episode_id"])


async def test_the_overview_counts_today_and_lists_what_is_newest(api: Api) -> None:
    await tell(api, "I work at Acme.", {"subject": "Ana", "object": "Acme", "valid_from": "2024-01-01", **JOB})
    await tell(api, "I work at Globex.", {"subject": "Ana", "object": "Globex", "valid_from": "2025-01-01", **JOB})
    found = (await api.get("/overview", days=7)).json()
    today = found["days"][-1]
    assert [len(found["days"]), today["day"]] == [7, datetime.now(UTC).date().isoformat()]
    assert (today["episodes"], today["facts"], today["tokens"], today["model_calls"]) == (2, 2, 0, 0)
    assert sum(day["episodes"] for day in found["days"][:-1]) == 0
    (pair,) = found["contradictions"]
    assert (pair["fact"]["object"], pair["by"]["object"], pair["reason"]) == ("Acme", "Globex", "superseded")
    assert (await api.get("/contradictions")).json() == {"contradictions": [pair], "next_cursor": None}
    assert found["connected"][0]["name"] == "Ana"
    assert found["stats"] == (await api.get("/stats")).json()
    assert found["failures"] == []


async def test_an_overview_has_a_year_at_most(api: Api) -> None:
    assert len((await api.get("/overview", days=366)).json()["days"]) == 366
    assert_problem(await api.get("/overview", days=367), 422, "invalid_input", "days")
    assert (await api.get("/overview")).json()["stats"]["facts"] == 0, "an unknown brain is empty"


async def test_contradictions_come_in_pages(api: Api) -> None:
    for number in range(3):
        for year, name in ((2024, "Acme"), (2025, "Globex")):
            await api.fact(
                f"P{number}", "works_at", f"{name}{number}", valid_from=f"{year}-01-01", object_is_entity=True
            )
    first = (await api.get("/contradictions", limit=2)).json()
    rest = (await api.get("/contradictions", limit=2, cursor=first["next_cursor"])).json()
    assert [pair["fact"]["subject"] for pair in (*first["contradictions"], *rest["contradictions"])] == [
        "P2",
        "P1",
        "P0",
    ]
    assert rest["next_cursor"] is None


async def test_the_queue_of_a_brain_counts_what_waits(api: Api) -> None:
    assert (await api.get("/queue")).json() == {"pending": 0, "extracting": 0, "failed": 0, "oldest_sec": None}
    answer = await api.post("/episodes", {"content": "Later.", "wait": False, "extraction": {"facts": []}})
    assert answer.status_code == 202
    found = (await api.get("/queue")).json()
    assert found["pending"] + found["extracting"] <= 1


async def test_brains_are_found_by_a_part_of_their_name(api: Api) -> None:
    await api.client.put(api.at(""))
    part = api.brain[-12:].upper()
    found = (await api.client.get("/v1/brains", params={"query": part})).json()["brains"]
    assert [brain["name"] for brain in found] == [api.brain]


async def test_an_episode_tells_each_fact_before_and_after_it(api: Api) -> None:
    first = await tell(api, "I work at Acme.", {"subject": "Ana", "object": "Acme", "valid_from": "2024-01-01", **JOB})
    second = await tell(
        api,
        "I work at Globex, as I said.",
        {"subject": "Ana", "object": "Globex", "valid_from": "2025-01-01", **JOB},
        {"subject": "Ana", "object": "Globex", "valid_from": "2025-01-01", **JOB},
    )
    third = await tell(api, "Still Globex.", {"subject": "Ana", "object": "Globex", "valid_from": "2025-01-01", **JOB})
    changes = (await api.get(f"/episodes/{first}/changes")).json()
    (added,) = changes["effects"]
    assert (added["effect"], added["before"], added["after"]["valid_until"]) == ("added", None, None)
    assert added["fact"]["valid_until"] == "2025-01-01T00:00:00Z", "what is believed now"
    effects = {one["effect"]: one for one in (await api.get(f"/episodes/{second}/changes")).json()["effects"]}
    assert set(effects) == {"added", "ended", "skipped"}
    assert effects["ended"]["before"]["valid_until"] is None
    assert effects["ended"]["after"]["valid_until"] == "2025-01-01T00:00:00Z"
    assert effects["ended"]["reason"] == "superseded"
    assert effects["skipped"]["matched"]["object"] == "Globex"
    (confirmed,) = (await api.get(f"/episodes/{third}/changes")).json()["effects"]
    assert (confirmed["effect"], confirmed["before"], confirmed["after"]) == ("confirmed", None, None)


async def test_an_episode_that_was_only_stored_changed_nothing(api: Api) -> None:
    stored = await api.post("/episodes", {"content": "Hello.", "skip_extraction": True})
    changes = (await api.get(f"/episodes/{stored.json()['episode_id']}/changes")).json()
    assert changes["effects"] == []
    assert_problem(await api.get("/episodes/none/changes"), 404, "not_found")


async def test_a_fact_tells_what_it_rests_on_and_what_rests_on_it(api: Api) -> None:
    job = await api.fact("Ana", "works_at", "Acme", object_is_entity=True)
    badge = await api.fact("Ana", "enters", "the campus", evidence_ids=[job["id"]])
    support = (await api.get(f"/facts/{badge['id']}/support")).json()
    assert [[fact["id"] for fact in facts] for facts in support["evidence"]] == [[job["id"]]]
    assert support["dependents"] == []
    support = (await api.get(f"/facts/{job['id']}/support")).json()
    assert ([fact["id"] for fact in support["dependents"]], support["evidence"]) == ([badge["id"]], [])
    assert_problem(await api.get("/facts/none/support"), 404, "not_found")


async def test_entities_of_similar_names_are_candidates_for_a_merge(api: Api) -> None:
    for name in ("Marina Duarte", "Marina Duarti", "Joel Ferreira", "Marina"):
        await api.post("/entities", {"name": name, "type": "person"})
    found = (await api.get("/entities/Marina Duarte/similar")).json()["similar"]
    names = [one["entity"]["name"] for one in found]
    assert names[0] == "Marina Duarti"
    assert "Joel Ferreira" not in names
    assert "Marina Duarte" not in names
    assert [one["score"] for one in found] == sorted((one["score"] for one in found), reverse=True)
    assert_problem(await api.get("/entities/nobody/similar"), 404, "not_found")


async def test_episodes_are_found_by_speaker_and_text(api: Api) -> None:
    for speaker, words in (("Ana", "Tea at Five"), ("Leo", "tea at six"), ("Ana", "coffee")):
        await api.post("/episodes", {"content": words, "speaker": speaker, "skip_extraction": True})

    async def found(**query: str) -> list[str]:
        return [one["content"] for one in (await api.get("/episodes", **query)).json()["episodes"]]

    assert await found(text="TEA") == ["tea at six", "Tea at Five"]
    assert await found(text="tea", speaker="Ana") == ["Tea at Five"]
    assert await found(text="50%_.*") == []


async def test_facts_are_found_by_sentence_origin_and_whether_they_ended(api: Api, brain: Brain) -> None:
    await api.fact("Ana", "likes", "tea", text="Ana adores green TEA.")
    await api.fact("Ana", "plays", "cello", valid_from="2020-01-01", valid_until="2021-01-01")
    await tell(api, "I like rain.", {"subject": "Ana", "relation": "likes", "object": "rain"})

    async def found(**query: object) -> list[str]:
        return [one["object"] for one in (await api.get("/facts", **query)).json()["facts"]]

    assert await found(text="green tea") == ["tea"]
    assert await found(ended=True) == ["cello"]
    assert await found(ended=True, valid_at="2020-06-01") == []
    assert set(await found(origin="manual")) == {"tea"}
    assert await found(subject="Ana", ended=True) == ["cello"]
    assert await found(object="cello", ended=True) == ["cello"]
