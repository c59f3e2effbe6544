"""Facts through the client and a real service. `make client-import` imports 100,000."""

from __future__ import annotations

import asyncio
import json
import os
import sys

from graphmem.memory import Memory
from graphmem_client import ClientBrain

LINES = int(os.environ.get("GRAPHMEM_IMPORT_LINES", "300"))
CLIENT = """
import asyncio, json, sys
import psutil
from graphmem_client import GraphmemClient

async def main():
    url, name, count = sys.argv[1], sys.argv[2], int(sys.argv[3])
    facts = ({"subject": f"Person {n % 997}", "relation": "visited", "object": f"Town {n}"} for n in range(count))
    errors = added = 0
    memory = lambda: psutil.Process().memory_info().rss / 1024**2
    async with GraphmemClient(url) as client:
        await client.health()
        before = highest = memory()
        async for line in client.brain(name).transfer.stream_facts(facts, resolve="exact"):
            added += line.effect == "added"
            errors += line.error is not None
            if line.line % 100 == 0:  # the highest value that the system counts begins with that of the process that forked
                highest = max(highest, memory())
    print(json.dumps({"added": added, "errors": errors, "peak_mb": highest, "grown_mb": highest - before}))

asyncio.run(main())
"""
MOST_GROWN_MB = 12.0


async def test_an_import_is_whole_and_its_client_stays_small(memory: Memory, remote: ClientBrain, url: str) -> None:
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-c", CLIENT, url, remote.name, str(LINES), stdout=asyncio.subprocess.PIPE, env=environment
    )
    output, _ = await process.communicate()
    result = json.loads(output)
    print(LINES, "lines:", result)
    assert (result["added"], result["errors"]) == (LINES, 0)
    assert result["grown_mb"] < MOST_GROWN_MB
    assert (await remote.overview.stats()).facts == LINES
