"""The settings of a brain as fields of a form, and back."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Literal, get_args, get_origin

from graphmem.settings import Settings
from graphmem_contract.errors import InvalidInput
from graphmem_contract.settings import BrainSettings


@dataclass(frozen=True, slots=True)
class SettingRow:
    """A setting as a field. `value` and `default` are texts as the field holds them; an empty value follows the service."""

    name: str
    description: str
    kind: Literal["choice", "number", "text", "long"]
    choices: tuple[str, ...]
    value: str
    default: str


def rows(own: BrainSettings, service: Settings) -> tuple[SettingRow, ...]:
    """Return the settings of a brain as rows, beside those of the service."""
    return tuple(
        SettingRow(
            name,
            field.description or "",
            *_kind(name, field.annotation),
            _shown(getattr(own, name)),
            _shown(getattr(service, name)),
        )
        for name, field in BrainSettings.model_fields.items()
    )


def changed(form: Iterable[tuple[str, str]], own: BrainSettings) -> dict[str, Any]:
    """Return the settings in a form that differ from a brain's own; an empty field returns to the service's.

    Raises:
        InvalidInput: a field that holds a JSON value holds none.
    """
    known = BrainSettings.model_fields
    given = {name: _value(name, known[name].annotation, text) for name, text in form if name in known}
    return {name: value for name, value in given.items() if value != getattr(own, name)}


def _parts(annotation: Any) -> tuple[Any, ...]:
    """Return the types of a union without None, and of an annotated type its type."""
    found: list[Any] = []
    for part in get_args(annotation) or (annotation,):
        plain = part.__origin__ if hasattr(part, "__metadata__") else part
        found += [plain] if get_origin(plain) is Literal else (get_args(plain) or [plain])
    return tuple(part for part in found if part is not type(None))


def _kind(name: str, annotation: Any) -> tuple[Literal["choice", "number", "text", "long"], tuple[str, ...]]:
    parts = _parts(annotation)
    if name == "models":
        return "text", ()
    if bool in parts:
        return "choice", ("true", "false")
    if get_origin(parts[0]) is Literal:
        return "choice", tuple(map(str, get_args(parts[0])))
    if int in parts or float in parts:
        return "number", ()
    return ("long" if name == "instructions" else "text"), ()


def _value(name: str, annotation: Any, text: str) -> Any:
    if not text.strip():
        return None
    parts = _parts(annotation)
    if name != "models" and (str in parts or get_origin(parts[0]) is Literal):
        return text.strip()
    try:
        value = json.loads(text)
    except ValueError:
        raise InvalidInput(f"{name}: this is no number and no JSON value", field=name) from None
    return float(value) if isinstance(value, int) and not isinstance(value, bool) and float in parts else value


def _shown(value: Any) -> str:
    if value is None:
        return ""
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
