"""Filters of items: conditions on their values."""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping
from typing import Any

from graphmem_contract.errors import InvalidInput

_COMPARED: dict[str, Callable[[Any, Any], bool]] = {
    "$eq": operator.eq, "$ne": operator.ne, "$gt": operator.gt, "$gte": operator.ge, "$lt": operator.lt, "$lte": operator.le,
}  # fmt: skip


def check_filter(wanted: Mapping[str, Any]) -> None:
    """Check the operators of a filter.

    Raises:
        InvalidInput: an operator is unknown.
    """
    todo: list[Any] = list(wanted.values())
    while todo:
        part = todo.pop()
        if isinstance(part, Mapping):
            operators = {key for key in part if key.startswith("$")}
            if unknown := sorted(operators - set(_COMPARED)):
                raise InvalidInput(f"{unknown[0]!r} is none of {', '.join(_COMPARED)}.", field="filter")
            todo += [value for key, value in part.items() if key not in operators]


def fits(value: Any, wanted: Mapping[str, Any]) -> bool:
    """Return whether a value is an object that has all wanted fields.

    The wanted value of a field is a value, an object of wanted fields, or an object of operators (`{"$gte": 3}`). Numbers are
    compared with numbers and texts with texts; nothing else is greater or less.
    """
    return isinstance(value, dict) and all(_fits(value.get(key), part) for key, part in wanted.items())


def _fits(value: Any, wanted: Any) -> bool:
    if not isinstance(wanted, Mapping):
        return _same(value, wanted)
    if any(key in _COMPARED for key in wanted):
        return all(_compared(value, name, other) for name, other in wanted.items())
    return isinstance(value, dict) and all(_fits(value.get(key), part) for key, part in wanted.items())


def _compared(value: Any, name: str, other: Any) -> bool:
    if name in ("$eq", "$ne"):
        return _same(value, other) is (name == "$eq")
    comparable = (_is_number(value) and _is_number(other)) or (isinstance(value, str) and isinstance(other, str))
    return comparable and _COMPARED[name](value, other)


def _same(value: Any, other: Any) -> bool:
    """Return whether two JSON values are equal. True is not 1."""
    if isinstance(value, bool) or isinstance(other, bool):
        return value is other
    if isinstance(other, tuple):
        other = list(other)
    return bool(value == other)


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)
