"""Changes that an earlier version stored under their words become states; what was believed before stays (docs/time.md)."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any

import pytest
from test_upgrade import NEW_FIELDS
from upgrade_answers import differences, facts_at
from uuid_utils import uuid4

from graphmem.brain import Brain
from graphmem.curation.derive_again import DerivedAgain, derive_again, outdated_brains
from graphmem.curation.read_again import LEFT
from graphmem.doctor.graph import database
from graphmem.memory import Memory
from tests.conftest import Server

FOLDER = Path(__file__).parent / "6a78671_kinds"
LEFT_THERE = {"imported": 1, "curated": 1, "evidence": 1, "death": 1}


def written() -> tuple[list[str], dict[str, Any]]:
    """The lines of the export, and the answers of the version that wrote it."""
    lines = gzip.decompress((FOLDER / "export.jsonl.gz").read_bytes()).decode().splitlines()
    return lines, json.loads(gzip.decompress((FOLDER / "facts.json.gz").read_bytes()))


@pytest.fixture
async def older(memory: Memory) -> Brain:
    """A brain as the earlier version wrote it."""
    brain = memory.brain(f"kinds-{uuid4()}")
    await brain.load_export(written()[0])
    return brain


async def migrated(brain: Brain) -> DerivedAgain:
    store, embedder = brain.engine.store, brain.engine.models.embedder
    return await derive_again(store, embedder, brain.name)


async def now(brain: Brain, subject: str, relation: str | None = None, **more: Any) -> list[tuple[str, str]]:
    return sorted((f.relation, f.object) for f in await brain.facts(subject, relation, **more))


async def spans(brain: Brain, subject: str, relation: str) -> set[tuple[str, str | None, str | None]]:
    page = await brain.facts(subject, relation, include_closed=True)
    day = [(f.object, f.valid_from, f.valid_until) for f in page]
    return {(name, f"{start:%F}" if start else None, f"{end:%F}" if end else None) for name, start, end in day}


def as_told(answers: list[dict[str, Any]], moments: list[str]) -> list[dict[str, Any]]:
    return [one for one in answers if one["known_at"] in moments]


async def test_before_the_migration_the_answers_are_those_of_the_earlier_version(older: Brain) -> None:
    _, asked = written()
    assert older.name in await outdated_brains(older.engine.store)
    found = await facts_at(older, [None, *asked["moments"]])
    assert list(differences(asked["facts"], found, NEW_FIELDS)) == []


async def test_the_migration_keeps_what_was_believed_before(older: Brain) -> None:
    _, asked = written()
    await migrated(older)
    found = await facts_at(older, asked["moments"])
    expected = as_told(asked["facts"], asked["moments"])
    lines = list(differences(expected, found, NEW_FIELDS))
    assert not [line for line in lines if not _is_how_it_ended(line)], lines[:20]


def _is_how_it_ended(line: str) -> bool:
    """A version that was replaced says why it was, and by what."""
    return any(field in line for field in (".closed_reason", ".closed_by", ".status", ".holds_now", ".expired_at"))


EXPECTED: dict[tuple[str, str], set[tuple[str, str | None, str | None]]] = {
    ("Ana", "lives_in"): {("Porto", "2019-01-10", "2021-03-05"), ("Lisbon", "2021-03-05", None)},
    ("Bruno", "works_at"): {("Globex", "2018-02-01", "2020-05-01"), ("Acme", "2020-05-01", None)},
    ("Clara", "works_at"): {("Initech", "2021-02-01", None)},
    ("Flora", "works_at"): {("Acme", "2020-09-01", None)},
    ("Gil", "works_at"): {("Acme", "2019-04-01", "2022-01-31")},
    ("Hana", "studies_at"): {("Coimbra University", "2016-01-01", "2019-07-15")},
    ("Hana", "graduated_from"): {("Coimbra University", "2019-07-15", "2019-07-16")},
    ("Paul", "member_of"): {("Ramblers", "2018-05-05", "2022-05-01")},
    ("Rita", "works_at"): {("Hooli", "2015-01-01", "2015-01-02")},
    ("Sara", "lives_in"): {("Porto", "2020-02-01", "2021-08-08"), ("Faro", "2021-08-08", None)},
    ("Rosa", "plans_lives_in"): {("Faro", "2021-09-09", None)},
    ("Teo", "lives_in"): {
        ("Porto", "2020-03-03", "2020-06-01"),
        ("Tavira", "2020-06-01", None),
        ("Faro", "2021-06-01", "2021-06-20"),
    },
    ("Dora", "married_to"): {("Emil", "2019-06-01", None)},
    ("Dora", "owns"): {("Miro", "2020-04-04", None), ("a second-hand bike", "2021-04-04", None)},
    ("Ivo", "married_to"): {("Jana", "2020-01-05", None)},
    ("Jana", "child_of"): {("Karla", "2020-01-06", None)},
    ("Ivo", "works_at"): {("Globex", "2020-01-07", None)},
    ("Lena", "partner_of"): {("Marc", "2020-01-08", None)},
    ("Nora", "dating"): {("Otto", "2020-01-09", None)},
    ("Tom", "works_at"): {("Acme", "2019-01-15", "2021-01-01")},
    ("Ula", "works_at"): {("Acme", "2019-03-01", None)},
    ("Ula", "commutes"): {("by train", "2019-04-01", None)},
    # These stay: others rest on it, a person has ended it, its relation may be a key, it is one, a death ends nothing.
    ("Vic", "left"): {("Acme", "2022-03-01", None)},
    ("Wim", "left"): {("Globex", "2022-03-01", "2023-01-01")},
    ("Xenia", "joined"): {("Acme", "2018-01-01", None)},
    ("svc one", "joined"): {("pool one", "2019-05-01", None)},
    ("Quim", "lives_in"): {("Porto", "2018-01-01", None)},
    ("Ana", "visited"): {("Porto", "2019-05-06", "2019-05-07")},
}


async def test_the_migration_reads_changes_as_the_states_that_they_begin_or_end(older: Brain) -> None:
    before = {fact.id for fact in await older.facts(include_closed=True, limit=1000)}
    total = await migrated(older)
    assert {key: await spans(older, *key) for key in EXPECTED} == EXPECTED
    assert total.left == {LEFT[reason]: count for reason, count in LEFT_THERE.items()}  # type: ignore[index]
    assert total.statements == 21
    assert {fact.id for fact in await older.facts(include_closed=True, limit=1000)} <= before
    assert older.name not in await outdated_brains(older.engine.store)


async def test_a_second_migration_changes_nothing(older: Brain) -> None:
    await migrated(older)
    await older.engine.store.driver.execute_query("MATCH (b:Brain {id: $id}) SET b.outdated = true", id=older.name)
    again = await migrated(older)
    assert (again.changed, again.statements, again.examples) == (0, 0, ())


async def test_the_doctor_tells_what_would_change_and_changes_nothing(older: Brain, server: Server) -> None:
    checks = [c async for c in database(server.uri, server.user, server.password, older.engine.settings)]
    [facts] = [check for check in checks if check.name == "facts"]
    assert facts.state == "note"
    assert "statements read in another way" in facts.detail
    assert LEFT["imported"] in facts.detail
    assert await now(older, "Bruno", "joined", include_closed=True) == [("joined", "Acme")]


async def test_a_new_message_joins_what_was_read_again(older: Brain) -> None:
    await migrated(older)
    said = {"subject": "Bruno", "relation": "joined", "object": "Hooli", "kind": "event", "valid_from": "2024-01-01"}
    entities = [{"name": "Bruno", "type": "person"}, {"name": "Hooli", "type": "organization"}]
    told = await older.remember(
        "Bruno joined Hooli.", occurred_at="2024-01-02", extraction={"entities": entities, "facts": [said]}
    )
    assert [f.object for f in told.facts_closed] == ["Acme"]


async def test_what_is_forgotten_after_the_migration_leaves_no_version_behind(older: Brain) -> None:
    await migrated(older)
    [episode] = [e for e in await older.episodes(limit=200) if e.content == "Bruno joined Acme on 1 May."]
    await older.forget_episode(episode.id)
    assert await spans(older, "Bruno", "works_at") == {("Globex", "2018-02-01", None)}
    rows, _, _ = await older.engine.store.driver.execute_query(
        "MATCH (s {brain: $brain, name: 'Bruno'})-[f:FACT|FACT_WAS]->() RETURN f.factText AS text, f.relation AS relation",
        brain=older.name,
    )
    assert {(row["text"], row["relation"]) for row in rows} == {("Bruno works at Globex", "works_at")}


async def test_a_correction_from_before_the_migration_can_be_restored(older: Brain) -> None:
    _, asked = written()
    [then] = await older.facts("Tom", "joined", known_at=asked["moments"][-1], include_closed=True)
    await migrated(older)
    await older.restore(then.id)
    assert await spans(older, "Tom", "works_at") == {("Acme", "2019-01-15", None)}
