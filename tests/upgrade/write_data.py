"""Write the data of the upgrade tests with the graphmem that is on the path.

    PYTHONPATH=<worktree of the commit> python tests/upgrade/write_data.py tests/upgrade/<commit>

It fills a new embedded memory with two brains and writes three files into the folder that it is given: `export.jsonl.gz`,
`answers.json.gz` and `data_folder.tar.xz`. The content is the same at every run; ids, system times and the password are not.
"""

from __future__ import annotations

import asyncio
import gzip
import json
import sys
import tarfile
import tempfile
from pathlib import Path
from typing import Any

from upgrade_answers import answers_of
from upgrade_imports import HashEmbedder, Models
from upgrade_story import CHAPTERS, Words, another, last_recorded

from graphmem.embedded import server as embedded
from graphmem.memory import Memory
from graphmem.settings import Settings

DIMENSIONS = 64
"""Few dimensions keep the files small; no answer that is compared depends on vectors."""
BRAIN, OTHER = "upgrade", "upgrade-other"
IN_DATA_FOLDER = ("password", "data/databases", "data/transactions", "data/dbms", "data/server_id")
"""What an embedded Neo4j needs of its folder to open it again. Configuration, plugins, logs and state are made at the start."""


async def _written(home: Path) -> tuple[dict[str, Any], list[str]]:
    """Fill a memory in a new data folder; return its answers and the lines of its export."""
    settings = Settings(
        _env_file=None, data_dir=home, heap="1g", bolt_port=0, http_port=0, extractor="none", embedder="hash", workers=0
    )
    models = Models(Words(), None, HashEmbedder(DIMENSIONS))
    running = embedded.acquire(settings)
    login = (running.user, running.password)
    try:
        async with Memory.open(running.uri, auth=login, settings=settings, models=models) as memory:
            moments = await _tell(memory)
            lines = [line async for line in memory.brain(BRAIN).export(embeddings=True)]
            return await _answers(memory, moments), lines
    finally:
        embedded.release(running)


async def _tell(memory: Memory) -> list[str]:
    """Fill both brains; return a moment of system time for each chapter of the first."""
    moments = []
    for chapter in CHAPTERS:
        await chapter(memory.brain(BRAIN))
        moments.append(await last_recorded(memory.brain(BRAIN)))
    await another(memory.brain(OTHER))
    return moments


async def _answers(memory: Memory, moments: list[str]) -> dict[str, Any]:
    known_at = [None, moments[1], moments[3], moments[6], moments[7]]
    also_known_at = [moments[0], moments[2], moments[4], moments[5]]
    brains = {name: await answers_of(memory.brain(name), known_at, also_known_at) for name in (BRAIN, OTHER)}
    return {"dimensions": DIMENSIONS, "known_at": known_at, "also_known_at": also_known_at, "brains": brains}


def pack(file: Path, text: str) -> None:
    file.write_bytes(gzip.compress(text.encode(), 9, mtime=0))


def _pack_folder(home: Path, file: Path) -> None:
    """Write what is needed to open a stopped data folder again."""
    with tarfile.open(file, "w:xz", preset=9) as archive:
        for name in IN_DATA_FOLDER:
            if (home / name).exists():
                archive.add(home / name, name, filter=_nobody)


def _nobody(member: tarfile.TarInfo) -> tarfile.TarInfo:
    member.uid = member.gid = 0
    member.uname = member.gname = ""
    return member


def main(target: Path) -> None:
    """Write the three files into a folder."""
    target.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder) / "data"
        answers, lines = asyncio.run(_written(home))
        _pack_folder(home, target / "data_folder.tar.xz")
    pack(target / "answers.json.gz", json.dumps(answers, ensure_ascii=False, separators=(",", ":")))
    pack(target / "export.jsonl.gz", "".join(f"{line}\n" for line in lines))
    for file in sorted(target.iterdir()):
        sys.stdout.write(f"{file.name}: {file.stat().st_size:,} bytes\n")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
