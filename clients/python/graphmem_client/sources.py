"""What an import may be read from, and how far it is."""

from __future__ import annotations

from collections.abc import AsyncGenerator, AsyncIterable, Callable, Generator, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

from pydantic import BaseModel

T = TypeVar("T")
Item = BaseModel | Mapping[str, Any] | str | bytes
"""One line of an import: a record, a mapping, or the line itself as JSON text."""
Stream = Generator[T, None, None]
AsyncStream = AsyncGenerator[T, None]
Source = Iterable[T] | Path
AsyncSource = Iterable[T] | AsyncIterable[T] | Path
"""The lines of an import. What can be read only once, such as a generator, is copied to a temporary file while it is sent."""


@dataclass(frozen=True, slots=True)
class ImportProgress:
    """How far an import is.

    `sent`: lines that this attempt has sent; the service takes more lines only as fast as it stores them. `reported`: number of
    the last line whose outcome has arrived. `attempt`: from 1. After a cut the import starts again; stored lines are recognised.
    """

    sent: int
    reported: int
    attempt: int


Progress = Callable[[ImportProgress], None]
