"""Which changes of an OpenAPI document break its clients."""

from __future__ import annotations

from copy import deepcopy
from typing import Any

import pytest

from api.openapi.__main__ import untold
from api.openapi.changes import changes

BEFORE: dict[str, Any] = {
    "paths": {
        "/things/{id}": {
            "post": {
                "operationId": "changeThing",
                "parameters": [
                    {"name": "id", "in": "path", "required": True, "schema": {"type": "string"}},
                    {"name": "dry_run", "in": "query", "schema": {"type": "boolean"}},
                ],
                "requestBody": {
                    "content": {
                        "application/json": {
                            "schema": {
                                "type": "object",
                                "required": ["name"],
                                "properties": {
                                    "name": {"type": "string"},
                                    "kind": {"type": "string", "enum": ["a", "b"]},
                                    "at": {"anyOf": [{"type": "string", "format": "date-time"}, {"type": "null"}]},
                                },
                            }
                        }
                    }
                },
                "responses": {
                    "200": {"content": {"application/json": {"schema": {"$ref": "#/components/schemas/Thing"}}}},
                    "404": {"content": {"application/problem+json": {"schema": {"type": "object"}}}},
                },
            },
            "get": {"operationId": "getThing", "responses": {"200": {"description": "It"}}},
        }
    },
    "components": {
        "schemas": {
            "Thing": {
                "type": "object",
                "required": ["id", "state"],
                "properties": {
                    "id": {"type": "string"},
                    "state": {"type": "string", "enum": ["open", "closed"]},
                    "parts": {"type": "array", "items": {"$ref": "#/components/schemas/Thing"}},
                },
            }
        }
    },
}


def operation(document: dict[str, Any]) -> dict[str, Any]:
    return dict(document["paths"]["/things/{id}"]["post"])


def body(document: dict[str, Any]) -> dict[str, Any]:
    found: dict[str, Any] = operation(document)["requestBody"]["content"]["application/json"]["schema"]
    return found


def thing(document: dict[str, Any]) -> dict[str, Any]:
    found: dict[str, Any] = document["components"]["schemas"]["Thing"]
    return found


def no_operation(now: dict[str, Any]) -> None:
    del now["paths"]["/things/{id}"]["get"]


def another_address(now: dict[str, Any]) -> None:
    now["paths"]["/thing/{id}"] = now["paths"].pop("/things/{id}")


def parameter_is_gone(now: dict[str, Any]) -> None:
    del operation(now)["parameters"][1]


def parameter_is_required(now: dict[str, Any]) -> None:
    operation(now)["parameters"][1]["required"] = True


def new_required_parameter(now: dict[str, Any]) -> None:
    operation(now)["parameters"].append({"name": "x", "in": "query", "required": True, "schema": {"type": "string"}})


def field_of_body_is_gone(now: dict[str, Any]) -> None:
    del body(now)["properties"]["kind"]


def field_of_body_is_required(now: dict[str, Any]) -> None:
    body(now)["required"].append("kind")


def value_of_body_is_gone(now: dict[str, Any]) -> None:
    body(now)["properties"]["kind"]["enum"] = ["a"]


def body_is_required(now: dict[str, Any]) -> None:
    now["paths"]["/things/{id}"]["post"]["requestBody"]["required"] = True


def field_of_body_is_never_null(now: dict[str, Any]) -> None:
    body(now)["properties"]["at"]["anyOf"].pop()


def format_of_body(now: dict[str, Any]) -> None:
    body(now)["properties"]["at"]["anyOf"][0]["format"] = "date"


def other_media_type(now: dict[str, Any]) -> None:
    content = operation(now)["requestBody"]["content"]
    content["text/plain"] = content.pop("application/json")


def status_is_gone(now: dict[str, Any]) -> None:
    operation(now)["responses"]["201"] = operation(now)["responses"].pop("200")


def field_of_answer_is_gone(now: dict[str, Any]) -> None:
    del thing(now)["properties"]["state"]


def field_of_answer_may_be_missing(now: dict[str, Any]) -> None:
    thing(now)["required"].remove("state")


def type_of_answer(now: dict[str, Any]) -> None:
    thing(now)["properties"]["id"]["type"] = "integer"


def new_value_in_answer(now: dict[str, Any]) -> None:
    thing(now)["properties"]["state"]["enum"].append("lost")


@pytest.mark.parametrize(
    ("change", "operation", "place"),
    [
        (no_operation, "getThing", "operation"),
        (another_address, "changeThing", "address"),
        (parameter_is_gone, "changeThing", "query parameter dry_run"),
        (parameter_is_required, "changeThing", "query parameter dry_run"),
        (new_required_parameter, "changeThing", "query parameter x"),
        (field_of_body_is_gone, "changeThing", "body.kind"),
        (field_of_body_is_required, "changeThing", "body.kind"),
        (value_of_body_is_gone, "changeThing", "body.kind"),
        (body_is_required, "changeThing", "body"),
        (field_of_body_is_never_null, "changeThing", "body.at"),
        (format_of_body, "changeThing", "body.at"),
        (other_media_type, "changeThing", "body as application/json"),
        (status_is_gone, "changeThing", "answer 200"),
        (field_of_answer_is_gone, "changeThing", "answer 200.state"),
        (field_of_answer_may_be_missing, "changeThing", "answer 200.state"),
        (type_of_answer, "changeThing", "answer 200.id"),
        (new_value_in_answer, "changeThing", "answer 200.state"),
    ],
)
def test_a_change_that_a_client_may_stumble_over_breaks(change: Any, operation: str, place: str) -> None:
    now = deepcopy(BEFORE)
    change(now)
    breaking = {(one.operation, one.place) for one in changes(BEFORE, now) if one.breaks}
    assert (operation, place) in breaking


def new_operation(now: dict[str, Any]) -> None:
    now["paths"]["/new"] = {"get": {"operationId": "getNew", "responses": {}}}


def new_parameter(now: dict[str, Any]) -> None:
    operation(now)["parameters"].append({"name": "x", "in": "query", "schema": {"type": "string"}})


def new_field_of_body(now: dict[str, Any]) -> None:
    body(now)["properties"]["note"] = {"type": "string"}


def field_of_body_may_be_missing(now: dict[str, Any]) -> None:
    body(now)["required"].remove("name")


def new_value_in_body(now: dict[str, Any]) -> None:
    body(now)["properties"]["kind"]["enum"].append("c")


def new_field_of_answer(now: dict[str, Any]) -> None:
    thing(now)["properties"]["note"] = {"type": "string"}
    thing(now)["required"].append("note")


def new_problem(now: dict[str, Any]) -> None:
    operation(now)["responses"]["409"] = {"content": {}}


def problem_is_gone(now: dict[str, Any]) -> None:
    del operation(now)["responses"]["404"]


@pytest.mark.parametrize(
    "change",
    [
        new_operation,
        new_parameter,
        new_field_of_body,
        field_of_body_may_be_missing,
        new_value_in_body,
        new_field_of_answer,
        new_problem,
        problem_is_gone,
    ],
)
def test_a_change_that_older_clients_do_not_notice_breaks_nothing(change: Any) -> None:
    now = deepcopy(BEFORE)
    change(now)
    found = changes(BEFORE, now)
    assert found, "it is told"
    assert [str(one) for one in found if one.breaks] == []


def test_the_same_document_has_no_changes() -> None:
    assert changes(BEFORE, deepcopy(BEFORE)) == []


def test_a_breaking_change_needs_its_operation_in_the_changelog() -> None:
    now = deepcopy(BEFORE)
    no_operation(now)
    new_parameter(now)
    found = changes(BEFORE, now)
    told = "# Changelog\n\n## [Unreleased]\n\n### Changed\n\n- `getThing` is gone.\n\n## [0.1.0]\n\n- First.\n"
    before = "# Changelog\n\n## [Unreleased]\n\n- Nothing.\n\n## [0.1.0]\n\n- `getThing` reads a thing.\n"
    assert untold(found, told) == []
    assert [one.operation for one in untold(found, before)] == ["getThing"]
