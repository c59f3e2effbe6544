# ruff: noqa: TID252 - the API's own modules, under whatever name it is installed
"""The OpenAPI document: FastAPI's, with the tag and the problems of every operation, in one order."""

from __future__ import annotations

from typing import Any

from fastapi import FastAPI

from graphmem_contract.reports import ReportLine

from .. import problems
from .tags import TAG_OF, described_tags


def describe(app: FastAPI) -> None:
    """Make `app.openapi()` return the whole document."""
    plain = app.openapi

    def described() -> dict[str, Any]:
        document = plain()
        schemas = document.setdefault("components", {}).setdefault("schemas", {})
        lines = ReportLine.model_json_schema(mode="serialization")
        for name, schema in {**problems.schemas(), "ReportLine": lines}.items():
            schemas.setdefault(name, schema)
        for path, methods in document["paths"].items():
            for method, operation in methods.items():
                _describe_problems(path, method, operation)
                methods[method] = {"tags": [TAG_OF[operation["operationId"]]], **operation}
        _open_answers(document)
        document["tags"] = described_tags()
        return document

    app.openapi = described  # type: ignore[method-assign]


def _describe_problems(path: str, method: str, operation: dict[str, Any]) -> None:
    """Add the problems of the guard and of the route class to an operation."""
    responses = dict(problems.EVERYWHERE)
    if path.startswith("/v1"):
        responses |= problems.UNDER_V1
    if method != "get":
        responses |= problems.WRITING
    if "requestBody" in operation:
        responses |= problems.WITH_A_BODY
    if any(parameter["name"] == "Idempotency-Key" for parameter in operation.get("parameters", [])):
        responses |= problems.IDEMPOTENT
    operation["responses"] = dict(sorted({**responses, **operation["responses"]}.items()))


def _open_answers(document: dict[str, Any]) -> None:
    """Let answers have further fields, in the document: a new field must not break a client. Bodies stay closed."""
    schemas: dict[str, Any] = document["components"]["schemas"]
    bodies = [operation.get("requestBody") for methods in document["paths"].values() for operation in methods.values()]
    sent = _components(bodies, schemas)
    for name, schema in schemas.items():
        if name not in sent:
            schema.pop("additionalProperties", None)  # of a record: always false


def _components(value: Any, schemas: dict[str, Any]) -> set[str]:
    """Return the names of the components that a part of the document refers to, directly or through others."""
    found: set[str] = set()
    todo = [value]
    while todo:
        part = todo.pop()
        if isinstance(part, dict):
            name = str(part.get("$ref", "")).rsplit("/", 1)[-1]
            if name in schemas and name not in found:
                found.add(name)
                todo.append(schemas[name])
            todo.extend(part.values())
        elif isinstance(part, list):
            todo.extend(part)
    return found
