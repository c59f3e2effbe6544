"""Count the lines of Python that run: a measure of work that is the same on every machine."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any


@contextmanager
def counted_lines() -> Iterator[Callable[[], int]]:
    """Count the lines of graphmem that run in the block."""
    lines = 0

    def local(_: FrameType, event: str, __: Any) -> Any:
        nonlocal lines
        lines += event == "line"
        return local

    def entered(frame: FrameType, _: str, __: Any) -> Any:
        return local if "/graphmem/" in frame.f_code.co_filename else None

    before = sys.gettrace()
    sys.settrace(entered)
    try:
        yield lambda: lines
    finally:
        sys.settrace(before)
