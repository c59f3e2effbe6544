"""Read a table of a language: a file of TOML as a frozen record, checked against the types of its fields.

A set of words is one text of words. Where a field is a pattern, a list holds its alternatives. `[parts]` names pieces
of patterns, which other texts of the file take as `{name}`; a part may take the parts before it.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import MISSING, fields, is_dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Any, Literal, TypeVar, get_args, get_origin, get_type_hints

T = TypeVar("T")
_PART = re.compile(r"\{([a-z_]{2,})\}")


def read_table(path: Path, record: type[T]) -> T:
    """Return a file as a record.

    Raises:
        OSError: the file is missing.
        ValueError: the file is no TOML, or a field is unknown or missing.
        TypeError: a value is not of the type of its field.
    """
    table = tomllib.loads(path.read_text("utf8"))
    parts: dict[str, str] = {}
    for name, text in table.pop("parts", {}).items():
        parts[name] = _with_parts(_text(text), parts)
    return _record(table, record, parts)


def _record(table: Mapping[str, Any], record: type[T], parts: Mapping[str, str]) -> T:
    types = get_type_hints(record)
    if unknown := table.keys() - types.keys():
        raise ValueError(f"{record.__name__} has no {', '.join(sorted(unknown))}")
    required = {one.name for one in fields(record) if one.default is one.default_factory is MISSING}  # type: ignore[arg-type]
    if missing := required - table.keys():
        raise ValueError(f"{record.__name__} needs {', '.join(sorted(missing))}")
    found: dict[str, Any] = {}
    for name, value in table.items():
        try:
            found[name] = _value(value, types[name], parts)
        except TypeError as error:
            raise TypeError(f"{name}: {error}") from error
    return record(**found)


def _value(value: Any, type_: Any, parts: Mapping[str, str]) -> Any:
    kind, inner = get_origin(type_) or type_, get_args(type_)
    if kind is frozenset:
        return frozenset(_text(value).split())
    if kind is tuple:
        return tuple(_value(one, inner[0], parts) for one in _listed(value))
    if kind is Mapping:
        if not isinstance(value, dict):
            raise TypeError("a table is needed")
        return MappingProxyType({name: _value(one, inner[1], parts) for name, one in value.items()})
    if isinstance(kind, type) and is_dataclass(kind):
        return _record(value, kind, parts)
    if kind is bool or kind is int or kind is float:
        if type(value) is not kind:
            raise TypeError(f"{value!r} is no {kind.__name__}")
        return value
    if kind is Literal and value not in inner:
        raise TypeError(f"{value!r} is none of {', '.join(inner)}")
    return _with_parts(_text(value), parts)


def _text(value: Any) -> str:
    """Return a text; a list of texts as alternatives."""
    if isinstance(value, list):
        return "|".join(map(_text, value))
    if not isinstance(value, str):
        raise TypeError(f"{value!r} is no text")
    return value


def _listed(value: Any) -> Iterator[Any]:
    """Yield the entries of a list, or the words of a text."""
    if not isinstance(value, (list, str)):
        raise TypeError("a list is needed")
    yield from value.split() if isinstance(value, str) else value


def _with_parts(text: str, parts: Mapping[str, str]) -> str:
    return _PART.sub(lambda part: parts.get(part[1], part[0]), text)
