"""Imports: one report line per record, and nothing lost or duplicated when records are sent again."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from typing import Any

import httpx
import pytest

from api import imports
from api.main import create_app
from graphmem.brain.transfer import Transfer
from graphmem.ingest import process, verbatim
from graphmem.ingest.stages import entity_resolve, temporal
from graphmem.ingest.transactions import attempt
from graphmem.memory import Memory
from graphmem_contract.errors import DatabaseUnavailable
from graphmem_contract.reports import ImportLine, ReportLine
from tests.api.conftest import Api, assert_problem, client_of
from tests.conftest import altered

NDJSON = {"Content-Type": "application/x-ndjson"}


async def sent(api: Api, path: str, body: Any, **query: Any) -> list[dict[str, Any]]:
    if isinstance(body, list):
        body = "".join(json.dumps(record) + "\n" for record in body).encode()
    answer = await api.client.post(api.at(path), content=body, headers=NDJSON, params=query)
    assert answer.status_code == 200, answer.text
    assert answer.headers["content-type"] == "application/x-ndjson"
    return [json.loads(line) for line in answer.text.splitlines()]


def likes(object_: str, **more: Any) -> dict[str, Any]:
    return {"subject": "Ana", "relation": "likes", "object": object_, "valid_from": "2024-01-01", **more}


async def test_every_line_is_reported_with_its_fact(api: Api) -> None:
    lines = await sent(api, "/facts:import", [likes("tea"), likes("rum"), likes("tea")])
    assert [line["line"] for line in lines] == [1, 2, 3]
    facts = {f["id"]: f for f in (await api.get("/facts")).json()["facts"]}
    assert {facts[line["id"]]["object"] for line in lines} == {"tea", "rum"}
    assert lines[0]["id"] == lines[2]["id"]
    assert {f["origin"] for f in facts.values()} == {"imported"}
    again = await sent(api, "/facts:import", [likes("tea")])
    assert (again[0]["id"], again[0]["matched"]) == (lines[0]["id"], True)


async def test_every_record_has_a_system_time_of_its_own(api: Api) -> None:
    lines = await sent(api, "/facts:import", [likes(f"tea {n}") for n in range(5)])
    stamps = [line["recorded_at"] for line in lines]
    assert stamps == sorted(set(stamps))


async def test_unusable_lines_are_told_and_the_others_land(api: Api) -> None:
    good = json.dumps(likes("tea")).encode()
    body = b"\n".join(
        [good, b"", b"not json", b'{"subject": "Ana"}', b"[1]", b'{"colour": 1}', json.dumps(likes("r\0m")).encode(),
         json.dumps(likes("x", valid_from="2026-02-30")).encode(), b'  ', json.dumps(likes("rum")).encode() + b"\r"]
    )  # fmt: skip
    lines = await sent(api, "/facts:import", body)
    assert [line["line"] for line in lines] == [1, 3, 4, 5, 6, 7, 8, 10]
    assert [line.get("code") for line in lines] == [None, "bad_request", *["invalid_input"] * 5, None]
    assert [line.get("field") for line in lines[2:7]] == ["relation", "body", "subject", "object", "valid_from"]
    assert all(("id" in line) != ("error" in line) for line in lines)
    assert {f["object"] for f in (await api.get("/facts")).json()["facts"]} == {"tea", "rum"}


async def test_a_record_that_is_kept_but_does_not_hold_is_noted(api: Api) -> None:
    homes = [
        {"subject": "Ana", "relation": "lives_in", "object": place, "cardinality": "one", "valid_from": "2024-01-01"}
        for place in ("Porto", "Lisbon")
    ]
    lines = await sent(api, "/facts:import", homes)
    assert sorted("note" in line for line in lines) == [False, True]
    assert not any("error" in line for line in lines)
    assert len((await api.get("/facts")).json()["facts"]) == 1


def test_a_report_line_has_room_for_all_that_an_import_tells() -> None:
    assert set(ImportLine.model_fields) <= set(ReportLine.model_fields)


async def test_many_lines_go_through_in_batches(api: Api, monkeypatch: pytest.MonkeyPatch) -> None:
    sizes: list[int] = []
    whole = Transfer.import_facts

    async def counted(self: Transfer, facts: Any, **options: Any) -> Any:
        sizes.append(len(facts))
        return await whole(self, facts, **options)

    monkeypatch.setattr(Transfer, "import_facts", counted)
    monkeypatch.setattr(imports, "FACTS_AT_ONCE", 7)
    lines = await sent(api, "/facts:import", [likes(f"tea {n}") for n in range(20)], resolve="exact")
    assert sizes == [7, 7, 6]
    assert [line["line"] for line in lines] == list(range(1, 21))
    assert (await api.get("/stats")).json()["facts"] == 20


async def test_an_empty_import_is_an_empty_report(api: Api) -> None:
    assert await sent(api, "/facts:import", b"") == []
    assert await sent(api, "/episodes:import", b"\n\n") == []
    assert_problem(await api.get(""), 404, "not_found")


async def test_an_import_is_asked_for_properly(api: Api) -> None:
    answer = await api.client.post(api.at("/facts:import?resolve=guess"), content=b"", headers=NDJSON)
    assert_problem(answer, 422, "invalid_input", "resolve")
    answer = await api.client.post(api.at("/episodes:import?resolve=exact"), content=b"", headers=NDJSON)
    assert_problem(answer, 422, "invalid_input", "resolve")


async def test_episodes_sent_again_go_on_where_they_stopped(api: Api) -> None:
    records = [{"content": text, "skip_extraction": True} for text in ("Yes.", "No.", "Yes.")]
    first = await sent(api, "/episodes:import", records)
    assert [(line["line"], line["status"]) for line in first] == [(1, "stored"), (2, "stored"), (3, "stored")]
    assert len({line["id"] for line in first}) == 3
    second = await sent(api, "/episodes:import", [*records, {"content": "Maybe.", "skip_extraction": True}])
    assert [line["id"] for line in second[:3]] == [line["id"] for line in first]
    assert [line.get("replayed") for line in second] == [True, True, True, None]
    assert len((await api.get("/episodes")).json()["episodes"]) == 4


async def test_an_external_id_names_one_episode(api: Api) -> None:
    record = {"content": "Yes.", "external_id": "m-1", "skip_extraction": True}
    lines = await sent(api, "/episodes:import", [record])
    lines += await sent(api, "/episodes:import", [record])
    lines += await sent(api, "/episodes:import", [{**record, "content": "No."}])
    assert lines[0]["id"] == lines[1]["id"]
    assert lines[2]["code"] == "idempotency_mismatch"
    assert len((await api.get("/episodes")).json()["episodes"]) == 1


async def test_unusable_and_blank_episodes_are_told(api: Api) -> None:
    records = [
        {"content": "x", "colour": 1},
        {"content": "x" * 200_001},
        {"content": " "},
        {"content": "x", "wait": False},
    ]
    lines = await sent(api, "/episodes:import", records)
    assert [line.get("code") for line in lines] == ["invalid_input", "too_large", None, "invalid_input"]
    assert lines[3]["field"] == "wait"
    assert lines[2] == {"line": 3, "note": "The content is blank: nothing was stored."}


async def test_without_a_database_an_import_is_an_ordinary_problem(api: Api, monkeypatch: pytest.MonkeyPatch) -> None:
    async def away(self: Transfer, facts: Any, **options: Any) -> Any:
        raise DatabaseUnavailable("Neo4j cannot be reached.", retry_after=2.0)

    monkeypatch.setattr(Transfer, "import_facts", away)
    answer = await api.client.post(api.at("/facts:import"), content=json.dumps(likes("tea")), headers=NDJSON)
    assert_problem(answer, 503, "database_unavailable")


@pytest.mark.parametrize(
    ("error", "code"),
    [(DatabaseUnavailable("It is gone."), "database_unavailable"), (RuntimeError("boom"), "internal")],
)
async def test_an_import_that_breaks_off_says_where(
    api: Api, monkeypatch: pytest.MonkeyPatch, error: Exception, code: str
) -> None:
    whole, calls = Transfer.import_facts, iter(range(9))

    async def second_time_away(self: Transfer, facts: Any, **options: Any) -> Any:
        if next(calls) == 1:
            raise error
        return await whole(self, facts, **options)

    monkeypatch.setattr(Transfer, "import_facts", second_time_away)
    monkeypatch.setattr(imports, "FACTS_AT_ONCE", 2)
    lines = await sent(api, "/facts:import", [likes(f"tea {n}") for n in range(6)])
    assert [line["line"] for line in lines] == [1, 2, 3]
    assert (lines[2]["aborted"], lines[2]["code"]) == (True, code)
    assert "boom" not in lines[2]["error"]
    assert (await api.get("/stats")).json()["facts"] == 2


async def test_a_body_in_pieces_is_the_same_import(api: Api) -> None:
    async def pieces() -> AsyncIterator[bytes]:
        for letter in json.dumps(likes("tea")) + "\n" + json.dumps(likes("rum")):
            yield letter.encode()

    answer = await api.client.post(api.at("/facts:import"), content=pieces(), headers=NDJSON)
    assert [json.loads(line)["line"] for line in answer.text.splitlines()] == [1, 2]


async def test_the_memory_is_not_asked_before_the_key(memory: Memory, api: Api) -> None:
    unused = altered(memory, store=None)  # type: ignore[arg-type]
    async with client_of(create_app(memory=unused), transport={"client": ("10.1.2.3", 9)}) as client:
        answer: httpx.Response = await client.post(api.at("/facts:import"), content=b"{}", headers=NDJSON)
    assert_problem(answer, 403, "forbidden")


async def test_kept_and_extracted_episodes_of_one_file_are_told_in_its_order(
    api: Api, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(imports, "KEPT_AT_ONCE", 2)
    kept: dict[str, Any] = {"skip_extraction": True, "session_id": "s"}
    read: dict[str, Any] = {"extraction": {"facts": [likes("tea")]}, "session_id": "s"}
    records = [
        {"content": f"{n}", "occurred_at": f"2024-01-0{n}", **(read if n in (3, 4) else kept)} for n in range(1, 8)
    ]
    records[5] = {"content": "6", "colour": 1}
    lines = await sent(api, "/episodes:import", records)
    assert [line["line"] for line in lines] == list(range(1, 8))
    stored, extracted = "stored", "extracted"
    assert [line.get("status") for line in lines] == [stored, stored, extracted, extracted, stored, None, stored]
    told = [e["content"] for e in (await api.get("/episodes")).json()["episodes"]]
    assert (told[:2], sorted(told[2:4]), told[4:]) == (["7", "5"], ["3", "4"], ["2", "1"]), "3 and 4 at once"


NUMBER_NAMES = ("Twenty One Pilots", "Ninety-five Theses", "Twenty V", "Forty", "Thirty one", "21 Pilots")


@pytest.mark.parametrize("resolve", ["full", "exact"])
async def test_names_that_begin_with_number_words_are_imported(api: Api, resolve: str) -> None:
    records = [
        {"subject": name, "relation": "friend_of", "object": other} for name in NUMBER_NAMES for other in ("Ana", "Bo")
    ]
    lines = await sent(api, "/facts:import", records, resolve=resolve)
    assert [line.get("error") for line in lines] == [None] * len(records)


def poisoned(monkeypatch: pytest.MonkeyPatch, target: Any, name: str) -> None:
    """Let a function raise an unexpected error if it is told of the poisoned record."""
    whole = getattr(target, name)

    def check(*given: Any, **named: Any) -> Any:
        if "poison" in repr((given, named)):
            raise IndexError("list index out of range")
        return whole(*given, **named)

    monkeypatch.setattr(target, name, check)


@pytest.mark.parametrize(
    ("target", "name"),
    [(entity_resolve, "resolve_batch"), (temporal, "date_claims"), (attempt, "commit"), (imports, "_record")],
)
async def test_a_fact_that_breaks_a_stage_costs_no_other(
    api: Api, monkeypatch: pytest.MonkeyPatch, target: Any, name: str
) -> None:
    poisoned(monkeypatch, target, name)
    lines = await sent(api, "/facts:import", [likes(drink) for drink in ("tea", "poison", "rum", "gin")])
    assert [(line["line"], line.get("code")) for line in lines] == [(1, None), (2, "internal"), (3, None), (4, None)]
    assert lines[1]["error"] == "IndexError: the log says more"
    assert {fact["object"] for fact in (await api.get("/facts")).json()["facts"]} == {"tea", "rum", "gin"}


@pytest.mark.parametrize("skip", [True, False])
@pytest.mark.parametrize(("target", "name"), [(verbatim, "episode_row"), (process, "ingest"), (imports, "_key")])
async def test_an_episode_that_breaks_costs_no_other(
    api: Api, memory: Memory, monkeypatch: pytest.MonkeyPatch, skip: bool, target: Any, name: str
) -> None:
    poisoned(monkeypatch, target, name)
    fits = {(verbatim, True), (process, False), (imports, True), (imports, False)}
    records = [{"content": text, "skip_extraction": skip, "extraction": None if skip else {"facts": [likes(text)]}}
               for text in ("tea", "poison", "rum")]  # fmt: skip
    lines = await sent(api, "/episodes:import", records)
    broken = [2] if (target, skip) in fits else []
    assert [line["line"] for line in lines] == [1, 2, 3]
    assert [line["line"] for line in lines if "error" in line] == broken
    assert all(line["code"] == "internal" for line in lines if "error" in line)
    await memory.workers.stop(5)  # else tests that drain the queue wait for the next try of the broken one
