"""JSON Schemas of the tools, as short as they can be: an agent reads them with every conversation."""

from __future__ import annotations

from typing import Any

from pydantic.json_schema import GenerateJsonSchema

from graphmem.contract.records import Record

BRAIN: dict[str, Any] = {
    "type": "string",
    "pattern": "^[A-Za-z0-9._~@-]{1,128}$",
    "description": "Which memory; each is apart from all others, and made by its first write",
}


class _Untitled(GenerateJsonSchema):
    def field_title_should_be_set(self, schema: Any) -> bool:
        """Never: a title only says the name of the field again."""
        return False


def input_schema(record: type[Record], *, with_brain: bool) -> dict[str, Any]:
    """What a tool takes; with the argument `brain` where the server is bound to none."""
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
    """What a tool gives; fields with a default may be absent."""
    return record.model_json_schema(schema_generator=_Untitled, mode="validation")


def _short(schema: Any) -> Any:
    """Without null as a choice and without empty defaults: what is left out is the same."""
    if isinstance(schema, list):
        return [_short(one) for one in schema]
    if not isinstance(schema, dict):
        return schema
    kept = {k: _short(v) for k, v in schema.items() if not (k == "default" and v in (None, [], False))}
    choices = [one for one in kept.get("anyOf", ()) if one != {"type": "null"}]
    if len(choices) == 1:
        del kept["anyOf"]
        kept = {**choices[0], **kept}
    return kept
