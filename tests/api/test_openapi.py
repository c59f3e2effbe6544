"""The OpenAPI document is true: its examples run, and it is complete."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from fastapi import FastAPI

from api import problems
from api.main import create_app
from graphmem.contract.records import Fact, RecallResult, Record
from graphmem.errors import GraphmemError
from graphmem.memory import Memory
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
def document(app: FastAPI) -> dict[str, Any]:
    return app.openapi()


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


def _codes(kind: type[GraphmemError]) -> Iterator[tuple[int, str]]:
    yield kind.status, kind.code
    for child in kind.__subclasses__():
        yield from _codes(child)


def test_every_problem_code_stands_in_the_manual() -> None:
    rows = re.findall(r"^\| (\d{3}) \| `(\w+)` \|", REST.read_text("utf8"), re.MULTILINE)
    assert {(int(status), code) for status, code in rows} == set(_codes(GraphmemError))


def test_the_document_is_the_same_every_time(memory: Memory) -> None:
    app = create_app(memory=memory)
    assert app.openapi() == app.openapi() == create_app(memory=memory).openapi()
