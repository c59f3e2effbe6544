"""`graphmem export | import-brain`: export a whole brain to a file, and load it from one."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Annotated, Any

import typer

from graphmem.brain import Brain
from graphmem.cli.session import AsJson, BrainName, with_brain
from graphmem.console import console, errors, print_json


def export(
    brain: BrainName,
    file: Annotated[Path | None, typer.Argument(metavar="FILE.ndjson", help="Default: standard output.")] = None,
    embeddings: Annotated[
        bool,
        typer.Option(
            "--embeddings", help="Include the vectors; without it they are computed again when the file is loaded."
        ),
    ] = False,
) -> None:
    """Export everything in a brain, with both timelines, as JSON lines."""
    if file is None:
        with_brain(brain, lambda b: _write(b, sys.stdout.buffer, embeddings=embeddings))
        return
    with _atomic_file(file) as opened:
        lines = with_brain(brain, lambda b: _write(b, opened, embeddings=embeddings))
    errors.print(f"{lines} lines in {file}", markup=False, soft_wrap=True)


@contextmanager
def _atomic_file(file: Path) -> Iterator[IO[bytes]]:
    """Open a file that appears only when it is complete, and that only its owner can read."""
    part = file.with_name(f"{file.name}.part")
    part.touch(mode=0o600)
    try:
        with part.open("wb") as opened:
            yield opened
        part.replace(file)
    finally:
        part.unlink(missing_ok=True)


async def _write(brain: Brain, opened: IO[bytes], *, embeddings: bool) -> int:
    count = 0
    async for line in brain.transfer.export(embeddings=embeddings):
        opened.write(line.encode() + b"\n")
        count += 1
    opened.flush()
    return count


def import_brain(
    brain: BrainName,
    file: Annotated[Path, typer.Argument(exists=True, dir_okay=False, readable=True, metavar="FILE.ndjson")],
    as_json: AsJson = False,
) -> None:
    """Load an export into an empty brain. A file that is wrong or truncated is refused as a whole."""

    async def load(b: Brain) -> Any:
        with file.open("rb") as lines:
            return await b.transfer.load(lines)

    loaded = with_brain(brain, load)
    if as_json:
        print_json(loaded)
        return
    counts = ", ".join(f"{count} {kind}" for kind, count in loaded.counts.items())
    console.print(f"{loaded.brain} is at revision {loaded.revision}: {counts}", markup=False, soft_wrap=True)
