"""Server time of the dashboard's pages on a large brain, beside the bare statements that each page needs.

usage: python -m benchmarks.load.dashboard [--facts 100000] [--runs 30] [--limit 3] [--no-browser]

The brain: people with an employer, a home and things that they like, imported; and some hundred messages with supplied
extractions, some of which end an earlier fact. Every page is asked for once, and the statements that it sends are kept. Then,
in turns, the page is asked for in the same process (no network in between), and its statements are sent by the bare driver, one
after the other. The ratio of the two 95th percentiles is the cost of everything that is not the database.

With a browser (`GRAPHMEM_BROWSER`, else the system's Chromium) the graph view with some 500 nodes is dragged and zoomed, and so
is a page without a picture: times between frames.

The last line of stdout is one flat JSON object. Exit status 1: a page takes more than `--limit` times its statements.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import sys
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field, replace
from typing import Any

import httpx
import numpy as np
from neo4j import READ_ACCESS, Record
from rich.console import Console
from rich.table import Table

from api.main import create_app
from benchmarks.load.dashboard_frames import frames_of_the_graph
from benchmarks.load.large_brain import filled, person
from benchmarks.own_graph import own_memory
from graphmem.brain import Brain
from graphmem.graph.store import Store
from graphmem.models.hash_embedder import HashEmbedder
from graphmem.models.model_set import Models
from graphmem.models.none_extractor import NoneExtractor

HUB = "Company 42"
say = Console(stderr=True).print

Sent = tuple[str, dict[str, Any]]


class RecordingStore(Store):
    """A store that keeps the reading statements it sends."""

    def __init__(self, store: Store) -> None:
        super().__init__(store.driver, store.database, store.timeout, store.bulk_timeout)
        self.sent: list[Sent] = []

    async def _read(self, text: str, parameters: dict[str, Any]) -> list[Record]:
        self.sent.append((text, parameters))
        return list(await super()._read(text, parameters))

    async def bare(self, sent: list[Sent]) -> None:
        """Send statements one after the other, and take their rows."""
        for text, parameters in sent:
            async with self.driver.session(database=self.database, default_access_mode=READ_ACCESS) as session:
                result = await session.run(text, parameters)
                async for _ in result:
                    pass


@dataclass
class PageTimes:
    """A page: seconds of each request, and of its statements."""

    path: str
    statements: int = 0
    page: list[float] = field(default_factory=list)
    bare: list[float] = field(default_factory=list)

    def p95(self, name: str) -> float:
        """Milliseconds: 95 of 100 were faster."""
        return float(np.percentile(getattr(self, name), 95)) * 1000

    def ratio(self) -> float:
        """How many times as long as its statements a page takes."""
        return self.p95("page") / self.p95("bare")


async def paths_of(brain: Brain) -> dict[str, str]:
    """Every list and page of the dashboard, by name, with ids of this brain."""
    here = f"/brains/{brain.name}"
    episode = (await brain.episodes.list(limit=1)).items[0].id
    fact = next(one.id for one in await brain.facts(person(3), "works_at"))
    entity = (await brain.entities.get(person(3))).id
    return {
        "brains": "/",
        "brain row": f"{here}/row",
        "overview": here,
        "settings": f"{here}/settings",
        "episodes": f"{here}/episodes",
        "episodes, text": f"{here}/episodes?text=Company",
        "episodes, status": f"{here}/episodes?status=extracted",
        "queue": f"{here}/episodes/queue",
        "episode": f"{here}/episodes/{episode}",
        "facts": f"{here}/facts",
        "facts, subject": f"{here}/facts?subject=Person+3+dov",
        "facts, text": f"{here}/facts?text=Company+42",
        "facts, both clocks": f"{here}/facts?valid_at=2015-01-01&known_at=2030-01-01",
        "fact": f"{here}/facts/{fact}",
        "entities": f"{here}/entities",
        "entities, text": f"{here}/entities?query=person",
        "entity": f"{here}/entities/{entity}",
        "busy entity": f"{here}/entities/Company%2042",
        "time": f"{here}/time",
        "time, both clocks": f"{here}/time?valid_at=2015-01-01&known_at=2030-01-01",
        "graph": f"{here}/graph?entity={entity}&hops=2",
        "recall": f"{here}/recall?query=Where+does+Person+3+dov+work",
        "contradictions": f"{here}/contradictions",
        "operations": "/operations",
    }


async def timed(work: Callable[[], Awaitable[Any]]) -> float:
    """The seconds that something takes."""
    started = time.perf_counter()
    await work()
    return time.perf_counter() - started


async def measured(client: httpx.AsyncClient, store: RecordingStore, path: str, runs: int) -> PageTimes:
    """Time a page and its statements in turns, after one of each that is not counted."""

    async def asked() -> None:
        answer = await client.get(path)
        assert answer.status_code == 200, (path, answer.status_code, answer.text[:300])

    await asked()
    store.sent.clear()
    await asked()
    sent = list(store.sent)
    times = PageTimes(path, len(sent))
    await store.bare(sent)
    for _ in range(runs):
        times.page.append(await timed(asked))
        times.bare.append(await timed(lambda: store.bare(sent)))
    return times


async def main(options: argparse.Namespace) -> dict[str, Any]:
    """Measure every page; return the figures as one flat object."""
    models = Models(NoneExtractor(), None, HashEmbedder())
    async with own_memory(models, extractor="none") as memory:
        brain = await filled(memory, options.facts)
        store = RecordingStore(memory.store)
        app = create_app(memory=replace(memory, engine=replace(memory.engine, store=store)))
        transport = httpx.ASGITransport(app=app, raise_app_exceptions=False)
        found: dict[str, PageTimes] = {}
        async with httpx.AsyncClient(transport=transport, base_url="http://localhost", timeout=120) as client:
            for name, path in (await paths_of(brain)).items():
                found[name] = await measured(client, store, path, options.runs)
                say(f"{name}: {found[name].p95('page'):.1f} ms, {found[name].ratio():.2f} x its statements")
        frames = {} if options.no_browser else await frames_of_the_graph(app, brain, HUB)
    say(table(found))
    ratios = {name: one.ratio() for name, one in found.items() if one.statements}
    return {
        "facts": options.facts,
        **{f"{name}.p95_ms": round(one.p95("page"), 1) for name, one in found.items()},
        **{f"{name}.ratio": round(ratio, 2) for name, ratio in ratios.items()},
        **frames,
        "worst_ratio": round(max(ratios.values()), 2),
        "limit": options.limit,
    }


def table(found: dict[str, PageTimes]) -> Table:
    """The figures for people."""
    made = Table("page", "statements", "p95 ms", "its statements", "ratio")
    for name, one in found.items():
        made.add_row(
            name, str(one.statements), f"{one.p95('page'):.1f}", f"{one.p95('bare'):.1f}", f"{one.ratio():.2f}"
        )
    return made


def parsed() -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--facts", type=int, default=100_000)
    parser.add_argument("--runs", type=int, default=30)
    parser.add_argument("--limit", type=float, default=3.0)
    parser.add_argument("--no-browser", action="store_true", help="leave out the frames of the graph view")
    return parser.parse_args()


if __name__ == "__main__":
    figures = asyncio.run(main(parsed()))
    print(json.dumps(figures))
    sys.exit(1 if figures["worst_ratio"] > figures["limit"] else 0)
