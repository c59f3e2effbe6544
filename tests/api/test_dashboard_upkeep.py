"""What the overview says about scheduled upkeep."""

from __future__ import annotations

import httpx

from graphmem.brain import Brain
from tests.api.test_dashboard import BAD, assert_page
from tests.due_jobs import run_due
from tests.story.telling import fact, tell


async def test_the_overview_says_that_nothing_runs_by_itself(client: httpx.AsyncClient, brain: Brain) -> None:
    await tell(brain, "2024-01-01", fact("Ana", "likes", "tea"))
    assert_page(await client.get(f"/brains/{brain.name}"), 200, "Nothing runs by itself")


async def test_the_overview_says_when_a_job_runs_and_what_it_did(client: httpx.AsyncClient, brain: Brain) -> None:
    await tell(brain, "2024-01-01", fact("Ana", "likes", "tea"))
    await brain.upkeep.schedule_job("importance", "0 3 * * *", time_zone="Europe/Lisbon", every_episodes=5)
    page = await client.get(f"/brains/{brain.name}")
    assert_page(page, 200, "0 3 * * *")
    for said in ("Europe/Lisbon", "after every 5 messages", "never"):
        assert said in page.text
    assert "Nothing runs by itself" not in page.text
    driver = brain.engine.store.driver
    change = "MATCH (j:UpkeepJob {brain: $brain, job: 'importance'}) SET "
    await driver.execute_query(change + "j.nextAt = datetime.realtime()", brain=brain.name)
    (ended,) = await run_due(brain.engine, [brain.name])
    assert ended.report is not None
    assert_page(await client.get(f"/brains/{brain.name}"), 200, f"{ended.report.done} changed")
    await driver.execute_query(change + "j.lastError = $bad", brain=brain.name, bad=BAD)
    assert_page(await client.get(f"/brains/{brain.name}"), 200, "0 3 * * *")
