"""The OpenAPI document is true: its examples run, and it is complete."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from api import problems
from api.main import create_app
from api.ndjson import LINE_SCHEMA, MEDIA_TYPE as NDJSON
from api.openapi.__main__ import FILE, ROOT, current, text_of
from api.problems import service_kinds
from graphmem.memory import Memory
from graphmem_contract.errors import GraphmemError
from graphmem_contract.recall import RecallResult
from graphmem_contract.records import Fact, Record, WriteResult
from tests.api.conftest import Api

THINGS = [
    "bike",
    "boat",
    "car",
    "cat",
    "cow",
    "dog",
    "drum",
    "flute",
    "goat",
    "hen",
    "horse",
    "house",
    "kite",
    "lamp",
    "piano",
    "plane",
    "ship",
    "shop",
    "tent",
    "tram",
    "violin",
    "yak",
    "anchor",
    "bell",
    "canoe",
    "desk",
    "easel",
    "fiddle",
    "globe",
    "harp",
    "iron",
    "jacket",
    "kettle",
    "ladder",
    "mirror",
    "needle",
    "oven",
    "pillow",
]
REST = Path(__file__).parents[2] / "docs" / "rest.md"


def operations(document: dict[str, Any]) -> Iterator[tuple[str, str, dict[str, Any]]]:
    for path, methods in document["paths"].items():
        for method, operation in methods.items():
            yield method, path, operation


def examples(document: dict[str, Any]) -> Iterator[tuple[str, str, str, Any]]:
    for method, path, operation in operations(document):
        for kind, content in operation.get("requestBody", {}).get("content", {}).items():
            for example in content.get("examples", {}).values():
                yield method, path, kind, example["value"]
            if "example" in content:
                yield method, path, kind, content["example"]


@pytest.fixture(scope="session")
def document() -> dict[str, Any]:
    return current()


async def test_every_example_runs(api: Api, document: dict[str, Any]) -> None:
    sent = 0
    for method, path, kind, value in examples(document):
        fact = await api.fact(f"Owner{sent}", "owns", THINGS[sent], valid_from="2020-01-01")
        url = path.format(brain=api.brain, id=fact["id"], ref=fact["subject_id"], name="owns")
        body: dict[str, Any] = {"content": value} if isinstance(value, str) else {"json": value}
        answer: httpx.Response = await api.client.request(method, url, headers={"Content-Type": kind}, **body)
        assert answer.status_code < 300, (url, value, answer.text)
        assert '"error":"' not in answer.text, answer.text
        assert str(answer.status_code) in document["paths"][path][method]["responses"], (url, answer.status_code)
        sent += 1
    assert sent >= 15


async def test_every_reference_in_the_document_leads_somewhere(document: dict[str, Any]) -> None:
    for name in set(re.findall(r"#/components/schemas/([\w-]+)", str(document))):
        assert name in document["components"]["schemas"], name


async def test_every_operation_is_summed_up_and_refuses_with_problems(document: dict[str, Any]) -> None:
    for method, path, operation in operations(document):
        assert operation["summary"], (method, path)
        assert operation["description"], (method, path)
        for status, answer in operation["responses"].items():
            if int(status) >= 400:
                assert list(answer["content"]) == [problems.MEDIA_TYPE], (method, path, status)
        if path.startswith("/v1"):
            assert {"401", "403", "422", "503"} <= set(operation["responses"]), (method, path)


async def test_every_operation_stands_in_the_manual(document: dict[str, Any]) -> None:
    manual = REST.read_text("utf8")
    for method, path, _ in operations(document):
        assert f"`{method.upper()} {path}`" in manual, (method, path)


async def test_no_mark_of_the_design_stands_in_the_document(document: dict[str, Any]) -> None:
    assert re.findall(r"design §\d|S[0-4]-\d+", str(document)) == []


@pytest.mark.parametrize(("record", "said"), [(Fact, "A fact is"), (RecallResult, "Gives")])
def test_every_field_of_an_answer_stands_in_the_manual(record: type[Record], said: str) -> None:
    told = re.findall(rf"{said} `{{(.*?)}}`", REST.read_text("utf8"), re.DOTALL)
    assert [set(re.findall(r'"(\w+)"', one)) for one in told] == [set(record.model_fields)]


def test_every_field_of_the_write_result_stands_in_the_manual() -> None:
    (told,) = re.findall(r"^Write result: `(.*?)`", REST.read_text("utf8"), re.DOTALL | re.MULTILINE)
    assert set(told.replace("\n", " ").split(", ")) == set(WriteResult.model_fields)


def _codes(kind: type[GraphmemError]) -> Iterator[tuple[int, str]]:
    yield kind.status, kind.code
    for child in service_kinds(kind):
        yield from _codes(child)


def test_every_problem_code_stands_in_the_manual() -> None:
    rows = re.findall(r"^\| (\d{3}) \| `(\w+)` \|", REST.read_text("utf8"), re.MULTILINE)
    assert {(int(status), code) for status, code in rows} == set(_codes(GraphmemError))


def test_the_committed_document_is_that_of_the_service() -> None:
    assert FILE.read_text("utf8") == text_of(current()), "run `make openapi` and look at docs/openapi.json"


def test_every_operation_has_an_id_of_its_own(document: dict[str, Any]) -> None:
    ids = [operation.get("operationId", "") for _, _, operation in operations(document)]
    assert [name for name in ids if not re.fullmatch(r"[a-z]+([A-Z][a-z]+)*", name)] == []
    assert len(set(ids)) == len(ids) >= 49


def test_every_time_is_a_date_time(document: dict[str, Any]) -> None:
    named = re.compile(r"(^|_)(at|from|until|first|last|since|occurred|time)$|_at$")
    for name, schema in document["components"]["schemas"].items():
        for field, value in schema.get("properties", {}).items():
            kinds = value.get("anyOf", [value])
            if named.search(field) and any(one.get("type") == "string" for one in kinds) and field != "parted_from":
                assert any(one.get("format") == "date-time" for one in kinds), (name, field)


def test_every_stream_of_lines_is_described(document: dict[str, Any]) -> None:
    streams = {
        operation["operationId"]: [
            (part.get("schema"), part.get(LINE_SCHEMA, {}).get("$ref", "").rsplit("/", 1)[-1])
            for where in (operation.get("requestBody", {}), *operation["responses"].values())
            for kind, part in where.get("content", {}).items()
            if kind == NDJSON
        ]
        for _, _, operation in operations(document)
    }
    whole = {"type": "string", "format": "binary"}
    assert {name: parts for name, parts in streams.items() if parts} == {
        "importEpisodes": [(whole, "EpisodeRequest"), (whole, "ReportLine")],
        "importFacts": [(whole, "SuppliedFact"), (whole, "ReportLine")],
        "exportBrain": [(whole, "")],
        "loadExport": [(whole, "")],
    }


def test_answers_may_grow_and_bodies_may_not(document: dict[str, Any]) -> None:
    closed = {n for n, s in document["components"]["schemas"].items() if s.get("additionalProperties") is False}
    assert {"EpisodeRequest", "SuppliedFact", "RecallRequest", "BrainSettings"} <= closed
    assert not closed & {"Fact", "Entity", "WriteResult", "RecallResult", "FactPage", "ReportLine"}


def test_the_document_names_every_problem_code(document: dict[str, Any]) -> None:
    schemas = document["components"]["schemas"]
    assert schemas["ProblemCode"]["enum"] == sorted({code for _, code in _codes(GraphmemError)})
    assert schemas["Problem"]["properties"]["code"]["$ref"].endswith("/ProblemCode")


def test_a_generated_python_client_has_every_operation(document: dict[str, Any], tmp_path: Path) -> None:
    """openapi-python-client leaves out, with a warning, what it cannot read."""
    config = ROOT / "clients" / "openapi-python-client.yaml"
    command = [
        *(sys.executable, "-m", "openapi_python_client", "generate", "--path", str(FILE), "--meta", "none"),
        *("--config", str(config), "--output-path", str(tmp_path / "generated_client"), "--fail-on-warning"),
    ]
    tools = os.environ | {
        "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    }  # it formats with ruff
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=tmp_path, env=tools)
    assert done.returncode == 0, done.stdout + done.stderr
    made = {path.stem for path in (tmp_path / "generated_client" / "api").glob("*/*.py")} - {"__init__"}
    assert made == {re.sub(r"([A-Z])", r"_\1", o["operationId"]).lower() for _, _, o in operations(document)}


def test_the_document_is_the_same_every_time(memory: Memory) -> None:
    app = create_app(memory=memory)
    assert app.openapi() == app.openapi() == create_app(memory=memory).openapi()
