"""Write the data about kinds with the graphmem that is on the path: `export.jsonl.gz` and `facts.json.gz`.

    PYTHONPATH=<worktree of the commit> python tests/upgrade/write_kinds.py tests/upgrade/<commit>_kinds

`facts.json.gz` has what the commit answers: all facts at pairs of `valid_at` and `known_at`.
"""

from __future__ import annotations

import asyncio
import json
import sys
import tempfile
from pathlib import Path
from typing import Any

from upgrade_answers import facts_at
from upgrade_imports import HashEmbedder, Models
from upgrade_kinds import CHAPTERS
from upgrade_story import Words, last_recorded
from write_data import DIMENSIONS, pack

from graphmem.embedded import server as embedded
from graphmem.memory import Memory
from graphmem.settings import Settings

BRAIN = "kinds"


async def _written(home: Path) -> tuple[dict[str, Any], list[str]]:
    settings = Settings(
        _env_file=None, data_dir=home, heap="1g", bolt_port=0, http_port=0, extractor="none", embedder="hash", workers=0
    )
    models = Models(Words(), None, HashEmbedder(DIMENSIONS))
    running = embedded.acquire(settings)
    try:
        login = (running.user, running.password)
        async with Memory.open(running.uri, auth=login, settings=settings, models=models) as memory:
            brain, moments = memory.brain(BRAIN), []
            for chapter in CHAPTERS:
                await chapter(brain)
                moments.append(await last_recorded(brain))
            facts = await facts_at(brain, [None, *moments])
            return {"moments": moments, "facts": facts}, [line async for line in brain.export()]
    finally:
        embedded.release(running)


def main(target: Path) -> None:
    """Write the two files into a folder."""
    target.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        answers, lines = asyncio.run(_written(Path(folder) / "data"))
    pack(target / "facts.json.gz", json.dumps(answers, ensure_ascii=False, separators=(",", ":")))
    pack(target / "export.jsonl.gz", "".join(f"{line}\n" for line in lines))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
