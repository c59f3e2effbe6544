"""A real conversation through `POST /v1/brains/{brain}/episodes` with supplied extraction: the resulting graph, and the speed.

usage: python -m benchmarks.speed.ingest_rest DATA_FOLDER [--sample conv-26] [--in-flight 1]

Starts the API on a free port of this machine, sends every turn of `turns.jsonl` with its record of
`scripted_extraction.jsonl`, and reads `GET …/stats`. The last line of stdout is one flat JSON object.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import socket
import sys
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any
from uuid import uuid4

import httpx
import uvicorn
from rich.progress import Progress

from api.main import create_app
from graphmem.settings import Settings

Row = dict[str, Any]


def rows(path: Path, sample: str) -> list[Row]:
    """Return the rows of one conversation."""
    with path.open(encoding="utf8") as lines:
        return [row for line in lines if line.strip() and (row := json.loads(line))["sample_id"] == sample]


def body(turn: Row, scripted: Row) -> Row:
    """Return a turn in the form of the API."""
    caption = f"\n[image: {turn['caption']}]" if turn.get("caption") else ""
    return {
        "content": turn["text"] + caption,
        "speaker": turn["speaker"],
        "session_id": f"{turn['sample_id']}-{turn['session']}",
        "occurred_at": turn["time"],
        "external_id": turn["dia_id"],
        "extraction": {"entities": scripted["entities"], "facts": [fact(one) for one in scripted["facts"]]},
    }


def fact(one: Row) -> Row:
    """Return a scripted fact as a supplied fact; its object is the text, or its entity if the text names nothing else."""
    return {
        "subject": one["subject"],
        "relation": one["predicate"],
        "object": one["object_text"] or one["object_entity"],
        "object_is_entity": not one["object_text"],
        "text": one["fact"],
        "valid_from": one["valid_at"],
        "cardinality": "many",
    }


@asynccontextmanager
async def server() -> AsyncIterator[str]:
    """Serve the API on a free port; give its address."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    app = create_app(Settings(extractor="none"))  # type: ignore[call-arg]
    running = uvicorn.Server(uvicorn.Config(app, host="127.0.0.1", port=port, log_level="warning"))
    task = asyncio.create_task(running.serve())
    try:
        while not running.started:
            await asyncio.sleep(0.1)
        yield f"http://127.0.0.1:{port}"
    finally:
        running.should_exit = True
        await task


async def send(client: httpx.AsyncClient, path: str, bodies: Sequence[Row], in_flight: int) -> list[float]:
    """Return the milliseconds of each request, in order."""
    gate, taken = asyncio.Semaphore(in_flight), []

    async def one(content: Row) -> None:
        async with gate:
            begun = time.perf_counter()
            answer = await client.post(path, json=content)
            taken.append((time.perf_counter() - begun) * 1000)
            if answer.status_code != 201 or not answer.json()["success"]:
                raise SystemExit(f"{answer.status_code}: {answer.text[:500]}")
            progress.advance(task)

    with Progress(disable=not sys.stderr.isatty()) as progress:
        task = progress.add_task("episodes", total=len(bodies))
        await asyncio.gather(*(one(content) for content in bodies))
    return taken


async def main(arguments: Sequence[str]) -> Row:
    """Send a conversation and count."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data", type=Path)
    parser.add_argument("--sample", default="conv-26")
    parser.add_argument("--in-flight", type=int, default=1)
    options = parser.parse_args(arguments)
    scripted = {row["episode_id"]: row for row in rows(options.data / "scripted_extraction.jsonl", options.sample)}
    bodies = [body(turn, scripted[turn["dia_id"]]) for turn in rows(options.data / "turns.jsonl", options.sample)]
    brain = f"{options.sample}-{uuid4().hex[:8]}"
    async with server() as address, httpx.AsyncClient(base_url=address, timeout=120) as client:
        await send(client, f"/v1/brains/{brain}-warm/episodes", bodies[:3], 1)
        begun = time.perf_counter()
        taken = sorted(await send(client, f"/v1/brains/{brain}/episodes", bodies, options.in_flight))
        seconds = time.perf_counter() - begun
        stats = (await client.get(f"/v1/brains/{brain}/stats")).json()
    return {
        "episodes": sum(stats["episodes"].values()),
        "entities": stats["entities"],
        "facts": stats["facts"],
        "statements": stats["statements"],
        "supplied_facts": sum(len(b["extraction"]["facts"]) for b in bodies),
        "seconds": round(seconds, 1),
        "ms_p50": round(taken[len(taken) // 2], 1),
        "ms_p95": round(taken[int(len(taken) * 0.95)], 1),
    }


if __name__ == "__main__":
    print(json.dumps(asyncio.run(main(sys.argv[1:]))))
