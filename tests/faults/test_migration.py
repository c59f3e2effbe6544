"""`graphmem migrate` on a real graph: it is killed in the middle, and the next run goes on where it was."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from uuid_utils import uuid4

from graphmem.brain import Brain
from graphmem.curation.derive_again import SUBJECTS_AT_ONCE, derive_again, outdated_brains
from graphmem.memory import Memory
from tests.conftest import Server
from tests.story.telling import fact

PEOPLE = 2 * SUBJECTS_AT_ONCE + 10
OLDER = """
MATCH (b:Brain {id: $brain}) SET b.outdated = true
WITH b MATCH (s:Statement {brain: b.id}) REMOVE s.details
"""
AS_JOINED = """
CALL () {
  MATCH (s:Statement {brain: $brain, relation: 'works_at'})
  SET s.relation = 'joined', s.kind = 'event', s.until = s.at + duration('P1D'), s.untilPrecision = 'day', s.origin = 'extracted'
}
MATCH ()-[f:FACT {brain: $brain, relation: 'works_at'}]->()
SET f.relation = 'joined', f.kind = 'event', f.tInvalid = f.tValid + duration('P1D'), f.tEnd = f.tInvalid
"""
PERIODS = "MATCH ()-[f:FACT {brain: $brain, relation: 'lives_in'}]->() RETURN count(f) AS n"


async def older(brain: Brain) -> None:
    """Tell of two stays and a job of many people, as a version wrote them that knew one sentence for each fact and no verbs."""
    for when, who in (("2023-01-01", "her parents"), ("2026-01-01", "her girlfriend")):
        people = [f"Person {n}" for n in range(PEOPLE)]
        told = [fact(p, "lives_in", "Lisbon", text=f"{p} lives in Lisbon with {who}.", valid_from=when) for p in people]
        assert (await brain.import_facts(told, resolve="exact")).rejected == 0
    jobs = [fact(f"Person {n}", "works_at", "Acme", valid_from="2020-05-01") for n in range(PEOPLE)]
    assert (await brain.import_facts(jobs, resolve="exact")).rejected == 0
    await brain.engine.store.driver.execute_query(AS_JOINED, brain=brain.name)
    await brain.engine.store.driver.execute_query(OLDER, brain=brain.name)
    for cardinality in ("many", "one"):
        await brain.set_relation("lives_in", cardinality=cardinality)


async def jobs(brain: Brain) -> dict[str, int]:
    """How many facts have the verb, and how many the state that it begins and that goes on."""
    rows, _, _ = await brain.engine.store.driver.execute_query(
        "MATCH ()-[f:FACT {brain: $brain}]->() WHERE f.relation = 'joined' OR f.relation = 'works_at' AND f.tInvalid IS NULL "
        "RETURN f.relation AS relation, count(f) AS n",
        brain=brain.name,
    )
    return {row["relation"]: row["n"] for row in rows}


async def periods(brain: Brain) -> int:
    rows, _, _ = await brain.engine.store.driver.execute_query(PERIODS, brain=brain.name)
    return int(rows[0]["n"])


def migrate(server: Server, home: Path, brain: str, fault: str | None = None) -> subprocess.CompletedProcess[str]:
    """Migrate one brain: other tests have outdated ones in the same graph."""
    environment = {
        **os.environ, "NEO4J_URI": server.uri, "NEO4J_USER": server.user, "NEO4J_PASSWORD": server.password,
        "GRAPHMEM_EMBEDDER": "hash", "GRAPHMEM_EXTRACTOR": "none", "GRAPHMEM_DATA_DIR": str(home),
    }  # fmt: skip
    command = [sys.executable, "-m", "graphmem.cli.main", "migrate", "--brain", brain]
    with_fault = {**environment, "GRAPHMEM_FAULT": fault} if fault else environment
    return subprocess.run(command, env=with_fault, capture_output=True, text=True, timeout=250, check=False)


@pytest.mark.timeout(600)
async def test_a_migration_that_is_killed_is_continued_by_the_next(
    memory: Memory, server: Server, tmp_path: Path
) -> None:
    brain = memory.brain(f"older-{uuid4()}")
    await older(brain)
    assert await periods(brain) == PEOPLE
    before = (await brain.facts("Person 3", "lives_in"))[0].recorded_at
    trial = await derive_again(memory.store, memory.models.embedder, brain.name, dry_run=True)
    assert (trial.subjects, await periods(brain)) == (PEOPLE, PEOPLE)

    killed = migrate(server, tmp_path, brain.name, "settled:kill:2")
    assert killed.returncode == -signal.SIGKILL, killed.stderr
    assert await periods(brain) == PEOPLE + SUBJECTS_AT_ONCE
    assert await jobs(brain) == {"works_at": SUBJECTS_AT_ONCE, "joined": PEOPLE - SUBJECTS_AT_ONCE}
    assert brain.name in await outdated_brains(memory.store)

    done = migrate(server, tmp_path, brain.name)
    assert done.returncode == 0, done.stderr
    assert f"{brain.name}: {PEOPLE - SUBJECTS_AT_ONCE} subjects" in done.stdout
    assert await periods(brain) == 2 * PEOPLE
    assert await jobs(brain) == {"works_at": PEOPLE}
    assert brain.name not in await outdated_brains(memory.store)
    (then,) = await brain.facts("Person 3", "lives_in", valid_at="2024-01-01")
    assert then.text == "Person 3 lives in Lisbon with her parents."
    (believed,) = await brain.facts("Person 3", "lives_in", valid_at="2024-01-01", known_at=before)
    assert believed.text == "Person 3 lives in Lisbon with her girlfriend."
