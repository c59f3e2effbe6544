"""An export and its load restore a brain exactly, on both clocks."""

from __future__ import annotations

import asyncio
import hashlib
import json
from collections import Counter
from collections.abc import Callable, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from neo4j.time import DateTime
from uuid_utils import uuid4

from graphmem.brain import Brain
from graphmem.graph.wire import from_json, to_json, vector_from_json, vector_to_json
from graphmem.memory import Memory
from graphmem.names.normalize import brain_token
from graphmem.nodes.node_classes import NODES
from graphmem.transfer import export as exporting, load as loading
from graphmem.transfer.lines import KEYS
from graphmem_contract.errors import BrainNotEmpty, InvalidInput, NotFound
from tests.story.telling import fact, held, only, tell

ELSEWHERE = {"Brain", "Schema", "ApiKey", "AuditLine", "Login", "Change", "Webhook", "DeadLetter", "UpkeepJob"} | {
    "ForgetRequest",
    "Hidden",
}
"""Labels that are not part of a brain's content."""


async def dump(brain: Brain) -> Counter[str]:
    """Every node and edge of a brain with all properties as the database returns them, without the brain's name and token."""
    of = "COLLECT { UNWIND keys(x) AS k RETURN [k, valueType(x[k]), toStringOrNull(x[k]), x[k]] ORDER BY k } AS of"
    labels = (f"MATCH (n:{label} {{brain: $brain}}) WHERE n.{key} >= '' RETURN n" for label, key in KEYS.items())
    inside = f"CALL () {{ {' UNION ALL '.join(labels)} }}"
    texts = (
        f"MATCH (x:Brain {{id: $brain}}) RETURN ['Brain'] AS what, [] AS ends, {of}",
        f"{inside} WITH n AS x RETURN labels(x) AS what, [] AS ends, {of}",
        f"{inside} MATCH (n)-[x]->(m) RETURN [type(x)] AS what, [e IN [n, m] | coalesce(e.id, e.factId)] AS ends, {of}",
    )
    out: Counter[str] = Counter()
    for text in texts:
        rows, _, _ = await brain.engine.store.driver.execute_query("CYPHER 25 " + text, brain=brain.name)
        for row in rows:
            told = repr((row["what"], row["ends"], [one for one in row["of"] if one[0] != "lockedAt"]))
            out[told.replace(brain_token(brain.name), "TOKEN").replace(brain.name, "NAME")] += 1
    return out


async def readout(brain: Brain, known: Sequence[datetime | None]) -> list[Any]:
    """All facts and their histories at several moments on both clocks."""
    out: list[Any] = []
    for known_at in known:
        for valid_at in ("2021-06-01", "2023-06-01", "2024-06-01", None):
            out.append((await brain.facts(valid_at=valid_at, known_at=known_at, limit=1000)).items)
        out.append((await brain.facts(include_closed=True, known_at=known_at, limit=1000)).items)
    out += [await brain.history(one.id) for one in out[-1]]
    return out


async def lived(brain: Brain) -> list[datetime | None]:
    """Fill a brain with every kind of write; return moments at which it was different."""
    stamps = []
    for at, text, facts in (
        (
            "2021-01-01",
            "I work at Acme.",
            [fact("Ana", "works_at", "Acme"), fact("Ana", "likes", "tea", object_is_entity=False)],
        ),
        ("2023-01-01", "Globex now.", [fact("Ana", "works_at", "Globex"), fact("Ana", "married_to", "Bruno")]),
        ("2022-01-01", "There was Initech as well.", [fact("Ana", "works_at", "Initech", valid_until="2022-05-01")]),
    ):
        told = await tell(
            brain, at, *facts, text=text, session_id="s", speaker="Ana", tags=["a", "b"], metadata={"n": 1.0}
        )
        stamps.append(told.recorded_at)
    await brain.remember(
        "Ana: hello\nBruno: good day\nAna: bye", config_overrides={"mode": "raw"}, occurred_at="2023-02-01"
    )
    await brain.remember("kept", occurred_at="2023-03-01", skip_extraction=True, idempotency_key="k", external_id="e-1")
    await brain.remember("later " * 1500, occurred_at="2023-04-01", extraction={"entities": [], "facts": []})
    job = await only(brain, "Ana", "works_at")
    rests = await brain.add_fact(
        subject="Ana", relation="commutes", object="daily", evidence_ids=[job.id], valid_from="2023-01-01"
    )
    stamps.append((await brain.invalidate(job.id, kind="corrected", reason="a slip")).recorded_at)
    stamps.append((await brain.restore(job.id)).recorded_at)
    wrong = await brain.add_fact(subject="Bruno", relation="born_in", object="Porto", valid_from=None)
    await brain.correct(wrong.id, object="Lisbon")
    await brain.add_fact(subject="Aninha", relation="likes", object="chess", object_is_entity=False)
    await brain.entities.merge("Ana", "Aninha")
    await brain.entities.change("Bruno", name="Bruno Reis", aliases_add=["B."], properties={"born": 1990})
    await brain.entities.change("Bruno Reis", aliases_remove=["B."])
    gone = await tell(
        brain, "2023-05-01", fact("Clara", "likes", "Berlin"), text="Clara likes Berlin.", idempotency_key="g"
    )
    await brain.episodes.forget(gone.episode_id or "")
    await brain.ontology.set_relation("likes", cardinality="one", synonyms=["loves"])
    await brain.configure(language="pt", min_confidence=0.4)
    assert (await brain.fact(rests.id)).status == "live"
    return [*stamps, None]


async def lines_of(brain: Brain, **options: Any) -> list[str]:
    return [line async for line in brain.transfer.export(**options)]


@pytest.fixture
def other(memory: Memory) -> Brain:
    """A second, empty brain."""
    return memory.brain(f"other-{uuid4()}")


def signed(lines: Sequence[str]) -> list[str]:
    """Lines that a test has changed, with a footer that matches them."""
    body = list(lines[:-1])
    digest = hashlib.sha256("".join(f"{line}\n" for line in body).encode()).hexdigest()
    return [*body, json.dumps({"graphmem": "end", "lines": len(body), "sha256": digest})]


async def is_empty(brain: Brain) -> bool:
    return not await dump(brain)


@pytest.mark.parametrize("embeddings", [False, True], ids=["embedded again", "with vectors"])
async def test_everything_comes_back_as_it_was(brain: Brain, other: Brain, embeddings: bool) -> None:
    moments = await lived(brain)
    before = await readout(brain, moments)
    lines = await lines_of(brain, embeddings=embeddings)
    loaded = await other.transfer.load(lines)
    assert await dump(other) == await dump(brain)
    assert await readout(other, moments) == before
    assert Counter((await lines_of(other, embeddings=embeddings))[1:-1]) == Counter(lines[1:-1])
    assert (loaded.embedded == 0) is embeddings
    assert loaded.counts == json.loads(lines[0])["counts"]
    assert {"Brain", "FACT", "FACT_WAS", "RESTS_ON", "MERGED_INTO", "ALIAS_WAS", "Chunk", "Forgotten"} <= set(
        loaded.counts
    )


def test_every_label_goes_out() -> None:
    assert set(KEYS) == {node.__label__ for node in NODES} - ELSEWHERE


async def test_a_loaded_brain_goes_on_from_where_it_was(brain: Brain, other: Brain) -> None:
    first = await tell(brain, "2021-01-01", fact("Ana", "works_at", "Acme"), session_id="s")
    ahead = datetime.now(UTC) + timedelta(days=400)
    await brain.engine.store.driver.execute_query(
        "MATCH (b:Brain {id: $brain}) SET b.lastRecordedAt = $ahead", brain=brain.name, ahead=ahead
    )
    await other.transfer.load(await lines_of(brain))
    later = await tell(other, "2023-01-01", fact("Ana", "works_at", "Globex"), session_id="s")
    assert later.recorded_at is not None
    assert later.recorded_at > ahead, "the clock of the brain that was exported had come this far"
    assert later.revision == (first.revision or 0) + 1
    assert [e.name for e in (await other.entities.list(query="Ana")).items] == ["Ana"]
    assert await held(other, "Ana", "works_at") == ["Globex"]
    assert await held(other, "Ana", "works_at", known=first.recorded_at) == ["Acme"]
    assert await held(brain, "Ana", "works_at") == ["Acme"], "the first one is not touched"
    found = await other.recall("Who works at Acme?", include_closed=True)
    assert found.facts, "it can be found by words and vectors"


async def test_what_was_being_extracted_elsewhere_waits_to_be_taken_up(brain: Brain, other: Brain) -> None:
    one = await tell(brain, "2021-01-01", fact("Ana", "works_at", "Acme"))
    await brain.engine.store.driver.execute_query(
        "MATCH (e:Episode {brain: $brain, id: $id}) SET e.status = 'extracting', e.lease = 'w1'",
        brain=brain.name,
        id=one.episode_id,
    )
    await other.transfer.load(await lines_of(brain))
    assert (await other.episodes.get(one.episode_id or "")).status == "pending"
    rows, _, _ = await other.engine.store.driver.execute_query(
        "MATCH (e:Episode {brain: $brain}) WHERE e.id >= '' RETURN e.lease AS lease", brain=other.name
    )
    assert [row["lease"] for row in rows] == [None]


def without(lines: list[str], kind: str) -> list[str]:
    """Remove the first line of a kind; counts and footer match."""
    header = json.loads(lines[0])
    header["counts"][kind] -= 1
    left = next(line for line in lines[1:] if json.loads(line).get("kind") == kind)
    return signed([json.dumps(header), *(line for line in lines[1:] if line is not left)])


def changed(lines: list[str], kind: str, **properties: Any) -> list[str]:
    """Change the properties of the first line of a kind; the footer matches."""
    out, todo = [], True
    for line in lines:
        value = json.loads(line)
        if todo and value.get("kind") == kind:
            value["properties"] |= properties
            todo = False
        out.append(json.dumps(value))
    return signed(out)


def twice(lines: list[str], kind: str) -> list[str]:
    header = json.loads(lines[0])
    header["counts"][kind] += 1
    one = next(line for line in lines[1:] if json.loads(line).get("kind") == kind)
    return signed([json.dumps(header), lines[1], one, *lines[2:]])


WRONG: dict[str, Callable[[list[str]], list[str]]] = {
    "no header": lambda lines: lines[1:],
    "another format": lambda lines: [lines[0].replace('"format":1', '"format":2'), *lines[1:]],
    "another schema": lambda lines: [lines[0].replace('"schema":1', '"schema":2'), *lines[1:]],
    "cut": lambda lines: lines[:-1],
    "a line is missing": lambda lines: [*lines[:3], *lines[4:]],
    "a letter is changed": lambda lines: [lines[0], *(line.replace("Acme", "Acne") for line in lines[1:])],
    "no JSON": lambda lines: [*lines[:3], lines[3][:-5], *lines[4:]],
    "no line": lambda lines: [],
    "something after the end": lambda lines: [*lines, lines[3]],
    "an unknown label": lambda lines: [line.replace('"kind":"Value"', '"kind":"Schema"') for line in lines],
    "a type that is none": lambda lines: [line.replace('"kind":"STATES"', '"kind":"X`]->() DETACH"') for line in lines],
    "no end of an edge": lambda lines: without(lines, "Value"),
    "the same again": lambda lines: twice(lines, "Entity"),
    "later than now": lambda lines: changed(lines, "Entity", recordedAt={"t": "2999-01-01T00:00:00Z"}),
    "no time": lambda lines: changed(lines, "Entity", recordedAt={"t": "2999-13-01T00:00:00Z"}),
    "a fact of another brain": lambda lines: changed(lines, "FACT", brain="victim"),
    "a fact in another brain's full text": lambda lines: changed(lines, "FACT", brainToken=brain_token("victim")),
    "a node of another brain": lambda lines: changed(lines, "Entity", brain="victim"),
    "a name in another brain's full text": lambda lines: changed(lines, "Entity", brainToken=brain_token("victim")),
    "the id of another brain": lambda lines: changed(lines, "Brain", id="victim"),
    "the mark of another load": lambda lines: changed(lines, "Brain", loading="new 0"),
    "a list of lists": lambda lines: changed(lines, "Entity", summary=[["a"]]),
    "lists of several types": lambda lines: changed(lines, "Entity", summary=["a", 1]),
    "half a surrogate pair": lambda lines: changed(lines, "Entity", summary="\ud800"),
    "a number beyond all": lambda lines: changed(lines, "Entity", importance=2**70),
}


@pytest.mark.parametrize("wrong", WRONG)
async def test_a_wrong_file_is_refused_by_its_line_and_leaves_nothing(brain: Brain, other: Brain, wrong: str) -> None:
    await tell(
        brain, "2021-01-01", fact("Ana", "works_at", "Acme"), fact("Ana", "likes", "tea", object_is_entity=False)
    )
    lines = WRONG[wrong](await lines_of(brain))
    with pytest.raises(InvalidInput, match=r"^Line \d+: "):
        await other.transfer.load(lines)
    assert not await dump(other), "not even the brain is there"


async def test_a_brain_that_holds_something_takes_no_export(brain: Brain, other: Brain) -> None:
    await tell(brain, "2021-01-01", fact("Ana", "works_at", "Acme"))
    lines = await lines_of(brain)
    await other.configure(language="pt")
    await other.transfer.load(lines)
    assert (await other.settings()).language is None, "an empty brain's settings give way"
    before = await dump(other)
    with pytest.raises(BrainNotEmpty):
        await other.transfer.load(lines)
    assert await dump(other) == before
    with pytest.raises(NotFound):
        await lines_of(Brain(other.engine, f"nobody-{uuid4()}"))


async def test_a_load_that_fails_leaves_a_brain_with_its_settings(brain: Brain, other: Brain) -> None:
    await tell(brain, "2021-01-01", fact("Ana", "works_at", "Acme"))
    lines = await lines_of(brain)
    await other.configure(language="pt")
    before = await dump(other)
    with pytest.raises(InvalidInput):
        await other.transfer.load(twice(lines, "Entity"))
    assert await dump(other) == before


async def test_a_load_that_was_killed_is_cleared_away_by_the_next(
    brain: Brain, other: Brain, monkeypatch: pytest.MonkeyPatch
) -> None:
    await tell(brain, "2021-01-01", fact("Ana", "works_at", "Acme"))
    lines = await lines_of(brain)

    await killed_load(other, lines, monkeypatch)
    assert await dump(other), "something is left of it"
    await other.transfer.load(lines)
    assert await dump(other) == await dump(brain)


async def killed_load(brain: Brain, lines: Sequence[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """A load whose process dies after its first batch, so that it cannot clear anything away."""

    async def dead(*_: Any) -> None:
        raise RuntimeError

    with monkeypatch.context() as patch:
        patch.setattr(loading, "_written", _once(loading._written, dead))
        patch.setattr(loading, "_give_up", dead)
        with pytest.raises(RuntimeError):
            await brain.transfer.load(lines)


def _once(first: Any, then: Any) -> Any:
    calls: list[int] = []

    async def call(*args: Any) -> Any:
        calls.append(1)
        return await (first if len(calls) == 1 else then)(*args)

    return call


async def test_what_others_write_after_a_killed_load_is_not_taken_away(
    brain: Brain, other: Brain, monkeypatch: pytest.MonkeyPatch
) -> None:
    await tell(brain, "2021-01-01", fact("Ana", "works_at", "Acme"))
    lines = await lines_of(brain)

    await killed_load(other, lines, monkeypatch)
    await tell(other, "2022-01-01", fact("Bruno", "works_at", "Globex"))
    with pytest.raises(BrainNotEmpty):
        await other.transfer.load(lines)
    assert await held(other, "Bruno", "works_at") == ["Globex"]


async def test_an_export_in_the_midst_of_writers_is_of_one_moment(brain: Brain, other: Brain) -> None:
    """Each message moves Ana and ends her previous place: at every moment she is at one place, and every episode is complete."""

    async def write() -> None:
        for number in range(12):
            await tell(brain, f"2021-01-{number + 1:02}", fact("Ana", "works_at", f"Place {number}"))

    await tell(brain, "2020-01-01", fact("Ana", "works_at", "Home"))
    writer = asyncio.create_task(write())
    while not writer.done():
        lines = await lines_of(brain)
        values = [json.loads(line) for line in lines[1:-1]]
        facts = [one["properties"] for one in values if one["kind"] == "FACT"]
        assert len([one for one in facts if "tInvalid" not in one]) == 1
        spoken = {one["start"][1] for one in values if one["kind"] == "STATES"}
        done = {
            v["properties"]["id"] for v in values if v["kind"] == "Episode" and v["properties"]["status"] == "extracted"
        }
        assert done <= spoken
    await writer
    await other.transfer.load(lines)


async def stands_still(brain: Brain, writer: asyncio.Task[Any]) -> None:
    """Return when a transaction waits for a lock, or when the writer is done."""
    text = "SHOW TRANSACTIONS YIELD status WHERE status STARTS WITH 'Blocked' RETURN count(*) AS n"
    while not writer.done():
        rows, _, _ = await brain.engine.store.driver.execute_query(text)
        if rows[0]["n"]:
            return
        await asyncio.sleep(0.02)


async def test_the_last_try_of_an_export_lets_writers_wait(brain: Brain, monkeypatch: pytest.MonkeyPatch) -> None:
    await tell(brain, "2021-01-01", fact("Ana", "works_at", "Acme"))
    order: list[str] = []
    writers: list[asyncio.Task[Any]] = []
    read = exporting._read

    async def slowly(*args: Any, **options: Any) -> Any:
        async def write(number: int) -> None:
            await tell(brain, f"2022-01-0{number}", fact("Ana", "likes", f"Thing {number}"))
            order.append("written")

        writers.append(asyncio.create_task(write(len(writers) + 1)))
        if len(writers) < 3:
            await writers[-1]
        else:
            await stands_still(brain, writers[-1])
        counts = await read(*args, **options)
        order.append("read")
        return counts

    monkeypatch.setattr(exporting, "_read", slowly)
    lines = await lines_of(brain)
    await asyncio.gather(*writers)
    assert order == ["written", "read", "written", "read", "read", "written"]
    assert json.loads(lines[0])["counts"]["Episode"] == 3


async def test_a_writer_waits_until_a_load_is_complete(
    brain: Brain, other: Brain, monkeypatch: pytest.MonkeyPatch
) -> None:
    await tell(brain, "2021-01-01", fact("Ana", "works_at", "Acme"))
    lines = await lines_of(brain)
    writers: list[asyncio.Task[Any]] = []
    land = loading._land

    async def slowly(*args: Any) -> None:
        writers.append(asyncio.create_task(tell(other, "2023-01-01", fact("Ana", "works_at", "Globex"))))
        await stands_still(other, writers[0])
        assert not writers[0].done()
        await land(*args)

    monkeypatch.setattr(loading, "_land", slowly)
    await other.transfer.load(lines)
    await writers[0]
    assert await held(other, "Ana", "works_at") == ["Globex"]
    assert len((await other.entities.list(query="Ana")).items) == 1


async def test_vectors_of_another_embedder_are_made_again(brain: Brain, other: Brain) -> None:
    await tell(brain, "2021-01-01", fact("Ana", "works_at", "Acme"))
    lines = await lines_of(brain, embeddings=True)
    moved = signed([lines[0].replace('"embedder":"hash-384"', '"embedder":"another"'), *lines[1:]])
    assert (await other.transfer.load(moved)).embedded > 0
    assert await dump(other) == await dump(brain)


async def test_lines_may_come_from_a_file_in_bytes(brain: Brain, other: Brain) -> None:
    await tell(brain, "2021-01-01", fact("Ana", "works_at", "Açme\u2028 GmbH"))

    async def sent() -> Any:
        async for line in brain.transfer.export():
            yield line.encode() + b"\r\n"
        yield b"\n"

    await other.transfer.load(sent())
    assert await held(other, "Ana", "works_at") == ["Açme\u2028 GmbH"]


@pytest.mark.parametrize(
    ("told", "written"),
    [
        ("2026-03-01T00:00:00Z", "2026-03-01T00:00:00Z"),
        ("2026-03-01T01:02:03.000000004Z", "2026-03-01T01:02:03.000000004Z"),
        ("0001-01-01T00:00:00Z", "0001-01-01T00:00:00Z"),
        ("9999-12-31T00:00:00Z", "9999-12-31T00:00:00Z"),
        ("2026-03-01T01:30:00.5+02:00", "2026-02-28T23:30:00.5Z"),
    ],
)
def test_a_time_is_told_to_the_nanosecond(told: str, written: str) -> None:
    json_form = to_json(DateTime.from_iso_format(told.replace("Z", "+00:00")))
    assert json_form == {"t": written}
    assert to_json(from_json(json_form)) == json_form


def test_a_vector_is_told_to_the_bit() -> None:
    for numbers in ([0.5, -1.25, 3.0], [0.1, 0.2]):
        assert vector_from_json(json.loads(json.dumps(vector_to_json(numbers)))) == numbers
    assert isinstance(vector_to_json([0.5]), dict), "as it came from an embedder"
    for wrong in ({"v": "AAA"}, {"v": "AADAfw=="}, ["a"], {"v": "!"}, 1):
        with pytest.raises(InvalidInput):
            vector_from_json(wrong)
