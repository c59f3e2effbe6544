"""JSON Schemas of the tools, kept short: an agent reads them in every conversation."""

from __future__ import annotations

from typing import Any

from pydantic.json_schema import GenerateJsonSchema

from graphmem.contract.records import Record

BRAIN: dict[str, Any] = {
    "type": "string",
    "pattern": "^[A-Za-z0-9._~@-]{1,128}$",
    "description": "Name of the brain, an isolated memory; its first write creates it",
}


class _Untitled(GenerateJsonSchema):
    def field_title_should_be_set(self, schema: Any) -> bool:
        """Return False: a title would only repeat the name of the field."""
        return False


def input_schema(record: type[Record], *, with_brain: bool) -> dict[str, Any]:
    """Return the schema of a tool's arguments, with `brain` if the server is not bound to a brain."""
    schema = _short(record.model_json_schema(schema_generator=_Untitled))
    schema = {
        "type": "object",
        "properties": {},
        **{k: v for k, v in schema.items() if k not in ("title", "description")},
    }
    if with_brain:
        schema["properties"] = {"brain": BRAIN, **schema["properties"]}
        schema["required"] = ["brain", *schema.get("required", ())]
    return schema


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
