"""`Rewindable`: the lines of an import, which can be sent again from the first one."""

# Derived by clients/python/scripts/generate.py from _async/rewind.py.

from __future__ import annotations

from collections.abc import Iterable
from contextlib import closing
from pathlib import Path
from tempfile import SpooledTemporaryFile
from typing import Any

from graphmem_client.calls import line_bytes
from graphmem_client.sources import ImportProgress, Progress, Source, Stream

PIECE = 64 * 1024
"""Bytes that are sent at once, at least."""
IN_MEMORY = 1024 * 1024
"""Bytes of a copy that are kept in memory; more go to a file."""


class SourceFailed(Exception):
    """The source of an import raised an error, which is `cause`."""

    def __init__(self, cause: Exception) -> None:
        super().__init__()
        self.cause = cause


class Rewindable:
    """The lines of an import as pieces of a body, in constant memory.

    A source that can be read once only is copied to a temporary file while it is sent. Use it as `with`.
    """

    def __init__(self, source: Source[Any], progress: Progress | None = None, *, again: bool = True) -> None:
        """Prepare the lines.

        Args:
            source: records, mappings or lines of JSON; or the path of a file with such lines.
            progress: called after each piece.
            again: whether the lines may have to be sent again.
        """
        self.lines = 0
        """Lines of the present attempt that were sent."""
        self.last = 0
        """Number of the last of them that is not blank."""
        self.reported = 0
        self.attempt = 0
        self._source, self._progress = source, progress
        self._once = _items(source) if _is_one_shot(source) else None
        self._copy = SpooledTemporaryFile(max_size=IN_MEMORY) if again and self._once is not None else None  # noqa: SIM115
        self._taken = 0

    def __enter__(self) -> Rewindable:
        return self

    def __exit__(self, *_: object) -> None:
        if self._copy is not None:
            self._copy.close()

    def tell(self) -> None:
        """Call the progress."""
        if self._progress is not None:
            self._progress(ImportProgress(self.lines, self.reported, self.attempt))

    def pieces(self) -> Stream[bytes]:
        """Yield the body from its first line on.

        Raises:
            SourceFailed: the source raised an error, or a line is not usable.
        """
        self.attempt += 1
        self.lines = 0
        with closing(self._all_pieces()) as pieces:
            for piece in pieces:
                self.lines += piece.count(b"\n")
                yield piece
                self.tell()

    def _all_pieces(self) -> Stream[bytes]:
        """Yield what was read before from the copy, and the rest from the source."""
        if self._copy is not None:
            self._copy.seek(0)
            while kept := self._copy.read(PIECE):
                yield kept
        piece = bytearray()
        with closing(self._encoded()) as encoded:
            for line in encoded:
                piece += line
                if len(piece) >= PIECE:
                    yield self._kept(bytes(piece))
                    piece.clear()
        if piece:
            yield self._kept(bytes(piece))

    def _kept(self, piece: bytes) -> bytes:
        if self._copy is not None:
            self._copy.write(piece)
        return piece

    def _encoded(self) -> Stream[bytes]:
        """Yield the lines that the source still has, with their ends."""
        if self._once is None:
            self._taken = self.last = 0
        items = _items(self._source) if self._once is None else self._once
        try:
            for item in items:
                self._taken += 1
                line = line_bytes(self._taken, item)
                if line.strip():
                    self.last = self._taken
                yield line + b"\n"
        except Exception as error:  # noqa: BLE001 - it is raised again, outside of the HTTP client
            raise SourceFailed(error) from None


def _is_one_shot(source: Source[Any]) -> bool:
    if isinstance(source, Path):
        return False
    return iter(source) is source if isinstance(source, Iterable) else iter(source) is source


def _items(source: Source[Any]) -> Stream[Any]:
    if isinstance(source, Path):
        with source.open("rb") as file:
            for line in file:
                yield line
    elif isinstance(source, Iterable):
        for item in source:
            yield item
    else:
        for item in source:
            yield item
