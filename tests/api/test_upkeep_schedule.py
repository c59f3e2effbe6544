"""The schedule of upkeep over REST: who may set it, what is answered."""

from __future__ import annotations

from api.main import create_app
from graphmem.brain import Brain
from graphmem.memory import Memory
from tests.api.conftest import Api, assert_problem, client_of

NIGHTLY = {"cron": "0 3 * * *", "time_zone": "Europe/Lisbon"}
FIELDS = {
    "cron", "time_zone", "every_episodes", "next_run_at", "running_since", "progress", "last_run_at", "last_report", "last_error",
}  # fmt: skip


async def test_a_schedule_is_replaced_changed_and_read(api: Api) -> None:
    empty = (await api.get("/maintenance/schedule")).json()
    assert set(empty["jobs"]["decay"]) == FIELDS
    assert {value for job in empty["jobs"].values() for value in job.values()} == {None}
    told = await api.client.put(api.at("/maintenance/schedule"), json={"jobs": {"decay": NIGHTLY}})
    assert told.status_code == 200, told.text
    decay = told.json()["jobs"]["decay"]
    assert (decay["cron"], decay["time_zone"]) == ("0 3 * * *", "Europe/Lisbon")
    assert decay["next_run_at"].endswith("Z")
    changed = await api.client.patch(api.at("/maintenance/schedule"), json={"job": "importance", "every_episodes": 5})
    assert changed.json()["jobs"]["importance"]["every_episodes"] == 5
    assert changed.json()["jobs"]["decay"] == decay
    assert (await api.get("/maintenance/schedule")).json() == changed.json()
    gone = await api.client.put(api.at("/maintenance/schedule"), json={"jobs": {}})
    assert gone.json() == empty


async def test_what_is_wrong_with_a_schedule_is_told(api: Api) -> None:
    place = api.at("/maintenance/schedule")
    for jobs, field in (
        ({"decay": {"cron": "often"}}, "jobs.decay.cron"),
        ({"decay": {**NIGHTLY, "time_zone": "Mars/Olympus"}}, "jobs.decay.time_zone"),
        ({"decay": {"every_episodes": 0}}, "jobs.decay.every_episodes"),
        ({"decay": {"at": "3"}}, "jobs.decay.at"),
    ):
        assert_problem(await api.client.put(place, json={"jobs": jobs}), 422, "invalid_input", field)
    assert_problem(await api.client.put(place, json={"jobs": {"sweep": {}}}), 422, "invalid_input", "jobs.sweep.[key]")
    assert_problem(await api.client.put(place, json={}), 422, "invalid_input", "jobs")
    assert_problem(await api.client.patch(place, json={"job": "decay", "cron": "often"}), 422, "invalid_input", "cron")
    assert_problem(await api.client.patch(place, json={"job": "sweep"}), 422, "invalid_input", "job")
    assert (await api.get("")).status_code == 404, "nothing was made"


async def test_only_an_administrator_may_set_a_schedule(memory: Memory, brain: Brain, keys_removed: None) -> None:
    key = await memory.keys.create("curator", [brain.name], ["memory:read", "memory:write", "graph:write"])
    headers = {"Authorization": f"Bearer {key.key}"}
    async with client_of(create_app(memory=memory, keyed=True), headers=headers) as client:
        place = f"/v1/brains/{brain.name}/maintenance/schedule"
        assert (await client.get(place)).status_code == 200
        assert_problem(await client.put(place, json={"jobs": {}}), 403, "forbidden")
        assert_problem(await client.patch(place, json={"job": "decay"}), 403, "forbidden")
