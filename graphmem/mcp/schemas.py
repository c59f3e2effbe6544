"""JSON Schemas of the tools, kept short: an agent reads them in every conversation."""

from __future__ import annotations

from collections.abc import Mapping, Set as AbstractSet
from typing import Any

from pydantic.json_schema import GenerateJsonSchema

from graphmem_contract.records import Record

BRAIN: dict[str, Any] = {
    "type": "string",
    "pattern": "^[A-Za-z0-9._~@-]{1,128}$",
    "description": "Name of the brain, an isolated memory; its first write creates it",
}
_BOUNDS = frozenset({"maxLength", "minimum", "maximum", "title"})


class _Untitled(GenerateJsonSchema):
    def field_title_should_be_set(self, schema: Any) -> bool:
        """Return False: a title would only repeat the name of the field."""
        return False


def input_schema(record: type[Record], *, with_brain: bool) -> dict[str, Any]:
    """Return the schema of a tool's arguments, with `brain` if the server is not bound to a brain."""
    schema = _arguments(record)
    if with_brain:
        schema["properties"] = {"brain": BRAIN, **schema["properties"]}
        schema["required"] = ["brain", *schema.get("required", ())]
    return schema


def core_schema(
    record: type[Record], named: AbstractSet[str], parts: Mapping[str, AbstractSet[str]], *, with_brain: bool
) -> dict[str, Any]:
    """Return the schema of a tool's arguments with only some of them, and without the longest lengths of texts.

    Args:
        named: the arguments that it names.
        parts: by name of a record inside the arguments, the fields that it names.
    """
    schema: dict[str, Any] = _brief(_arguments(record))
    _keep(schema, named)
    for name, part in schema.get("$defs", {}).items():
        _keep(part, parts[name])
        part.pop("description", None)
    if with_brain:
        brain = {key: value for key, value in BRAIN.items() if key != "pattern"}
        schema["properties"] = {"brain": brain, **schema["properties"]}
        schema["required"] = ["brain", *schema.get("required", ())]
    return schema


def _keep(schema: dict[str, Any], named: AbstractSet[str]) -> None:
    """Leave out what is not named. What is left out may still be sent."""
    schema["properties"] = {name: field for name, field in schema["properties"].items() if name in named}
    del schema["additionalProperties"]


def _brief(schema: Any, *, names: bool = False) -> Any:
    """Remove lengths, bounds and titles; `names`: the keys are names of fields."""
    if isinstance(schema, list):
        return [_brief(item) for item in schema]
    if not isinstance(schema, dict):
        return schema
    kept = {k: v for k, v in schema.items() if names or k not in _BOUNDS}
    return {k: _brief(v, names=not names and k in ("properties", "$defs")) for k, v in kept.items()}


def _arguments(record: type[Record]) -> dict[str, Any]:
    schema = _short(record.model_json_schema(schema_generator=_Untitled))
    return {
        "type": "object",
        "properties": {},
        **{k: v for k, v in schema.items() if k not in ("title", "description")},
    }


def output_schema(record: type[Record]) -> dict[str, Any]:
    """Return the schema of a tool's answer; fields with a default may be absent."""
    return record.model_json_schema(schema_generator=_Untitled, mode="validation")


def _short(schema: Any) -> Any:
    """Remove null choices and empty defaults, which mean the same as no argument, and that a text is not empty."""
    if isinstance(schema, list):
        return [_short(item) for item in schema]
    if not isinstance(schema, dict):
        return schema
    left_out: tuple[tuple[str, Any], ...] = (("default", None), ("default", []), ("default", False), ("minLength", 1))
    kept = {k: _short(v) for k, v in schema.items() if (k, v) not in left_out}
    choices = [choice for choice in kept.get("anyOf", ()) if choice != {"type": "null"}]
    if len(choices) == 1:
        del kept["anyOf"]
        kept = {**choices[0], **kept}
    return kept
