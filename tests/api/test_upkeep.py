"""A tick over REST."""

from __future__ import annotations

from tests.api.conftest import Api, assert_problem


async def test_a_tick_reports_each_job_and_a_rehearsal_changes_nothing(api: Api) -> None:
    await api.fact("Ana", "likes", "tea")
    told = await api.post("/maintenance:tick", {"dry_run": True})
    assert told.status_code == 200, told.text
    jobs = {one["job"]: one for one in told.json()["jobs"]}
    assert list(jobs)[:2] == ["decay", "importance"]
    assert jobs["importance"]["done"] == 2
    done = await api.post("/maintenance:tick", {"jobs": ["importance"]})
    assert [(one["job"], one["done"]) for one in done.json()["jobs"]] == [("importance", 2)]
    (entity,) = (await api.get("/entities")).json()["entities"]
    assert 0 < entity["importance"] <= 1


async def test_a_tick_without_a_body_runs_every_job_and_is_carried_out_once_under_one_key(api: Api) -> None:
    await api.fact("Ana", "likes", "tea")
    first, again = [await api.post("/maintenance:tick", key="one") for _ in range(2)]
    assert first.json() == again.json()
    assert first.json()["jobs"][1]["done"] == 2


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
