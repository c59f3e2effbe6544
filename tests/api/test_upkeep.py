"""A tick over REST."""

from __future__ import annotations

from tests.api.conftest import Api, assert_problem


async def test_a_tick_reports_each_job_and_a_rehearsal_changes_nothing(api: Api) -> None:
    await api.fact("Ana", "likes", "tea")
    told = await api.post("/maintenance:tick", {"dry_run": True})
    assert told.status_code == 200, told.text
    jobs = {one["job"]: one for one in told.json()["jobs"]}
    assert list(jobs)[:2] == ["vectors", "decay"]
    assert jobs["importance"]["done"] == 2
    done = await api.post("/maintenance:tick", {"jobs": ["importance"]})
    assert [(one["job"], one["done"]) for one in done.json()["jobs"]] == [("importance", 2)]
    (entity,) = (await api.get("/entities")).json()["entities"]
    assert 0 < entity["importance"] <= 1


async def test_a_tick_without_a_body_runs_every_job_and_is_carried_out_once_under_one_key(api: Api) -> None:
    await api.fact("Ana", "likes", "tea")
    first, again = [await api.post("/maintenance:tick", key="one") for _ in range(2)]
    assert first.json() == again.json()
    assert {job["job"]: job["done"] for job in first.json()["jobs"]}["importance"] == 2


async def test_what_is_wrong_with_a_tick_is_told(api: Api) -> None:
    assert_problem(await api.post("/maintenance:tick", {}), 404, "not_found")
    await api.fact("Ana", "likes", "tea")
    assert_problem(await api.post("/maintenance:tick", {"jobs": ["forget"]}), 422, "invalid_input", "jobs.0")
    assert_problem(await api.post("/maintenance:tick", {"limit": 0}), 422, "invalid_input", "limit")
    assert_problem(await api.post("/maintenance:tick", {"until": 1}), 422, "invalid_input", "until")


async def test_a_deep_recall_is_asked_for_by_name(api: Api) -> None:
    await api.fact("Ana", "likes", "tea")
    answer = await api.post("/recall", {"query": "What does Ana like?", "deep": True})
    assert [item["fact"]["object"] for item in answer.json()["facts"]] == ["tea"]


async def test_directives_are_listed_and_stand_in_a_recall(api: Api) -> None:
    for text in ("Always answer in French.", "Always answer in German."):
        said = await api.post(
            "/episodes", {"content": text, "role": "user", "extraction": {"entities": [], "facts": []}}
        )
        assert said.status_code == 201, said.text
    await api.post("/maintenance:tick", {"jobs": ["directives"]})
    (one,) = (await api.get("/directives")).json()["directives"]
    assert (one["text"], one["superseded_by"]) == ("Always answer in German", None)
    both = (await api.get("/directives", include_superseded=True)).json()["directives"]
    assert [(each["text"], each["superseded_by"]) for each in both if each["superseded_by"]] == [
        ("Always answer in French", one["id"])
    ]
    page = (await api.get("/directives", include_superseded=True, limit=1)).json()
    rest = await api.get("/directives", include_superseded=True, limit=1, cursor=page["next_cursor"])
    assert rest.json()["next_cursor"] is None
    recalled = (await api.post("/recall", {"query": "Hello"})).json()
    assert [each["text"] for each in recalled["directives"]] == ["Always answer in German"]
    assert "Standing instructions:\n- Always answer in German" in recalled["context"]
    assert_problem(await api.get("/directives", limit=0), 422, "invalid_input", "limit")


async def test_clusters_are_listed_and_read_and_recalled(api: Api) -> None:
    for name in ("Ana", "Bruno", "Clara"):
        await api.fact(name, "works_at", "Acme", object_is_entity=True)
    await api.post("/maintenance:tick", {"jobs": ["clusters"]})
    (one,) = (await api.get("/clusters", level=0)).json()["clusters"]
    assert (one["title"], one["entity_count"], one["fact_count"], one["stale"]) == ("Acme, Ana, Bruno", 4, 3, False)
    assert (await api.get(f"/clusters/{one['id']}")).json() == one
    assert (await api.get("/clusters", parent_id=one["id"])).json() == {"clusters": [], "next_cursor": None}
    assert_problem(await api.get("/clusters", level=2), 422, "invalid_input", "level")
    assert_problem(await api.get("/clusters/none"), 404, "not_found")
    recalled = (await api.post("/recall", {"query": "Who is at Acme?", "recipe": "overview", "spread": True})).json()
    (topic,) = recalled["clusters"]
    assert (topic["id"], topic["summary"], topic["fact_ids"]) == (one["id"], one["summary"], one["fact_ids"])
