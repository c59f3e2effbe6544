"""What the tests of all adapters need: a brain that is told, its episodes, the lines of a page, an example."""

from __future__ import annotations

import asyncio
import importlib.util
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:  # the tests of some adapters run without graphmem
    from graphmem.brain import Brain

ROOT = Path(__file__).resolve().parents[2]
GLOBEX = {"subject": "Ana", "relation": "works_at", "object": "Globex", "valid_from": "2024-01-01"}
NOWHERE = "http://127.0.0.1:9"
"""An address where no service is."""
ENDS = ("\n\nasyncio.run(main())\n", "\n\nmain()\n")


async def tell(brain: Any, *facts: dict[str, Any], content: str = "Ana works at Globex now.") -> None:
    """Remember a text of 2024 with its facts, in a brain of any kind: where Ana works, if no facts are given."""
    options: dict[str, Any] = {"occurred_at": "2024-01-01", "extraction": {"facts": list(facts or (GLOBEX,))}}
    if asyncio.iscoroutinefunction(brain.remember):
        await brain.remember(content, **options)
    else:
        await asyncio.to_thread(brain.remember, content, **options)


class PutsNothing:
    """A brain whose connection is cut whenever items are stored."""

    def __init__(self, brain: Any) -> None:
        self._brain = brain
        self.remember = brain.remember

    def __getattr__(self, name: str) -> Any:
        return getattr(self._brain, name)

    @property
    def items(self) -> Any:
        """The items, of which none can be stored."""
        return UnstorableItems(self._brain.items)


class UnstorableItems:
    """The items of a brain whose connection is cut whenever items are stored."""

    def __init__(self, items: Any) -> None:
        self._items = items

    def __getattr__(self, name: str) -> Any:
        return getattr(self._items, name)

    def put(self, items: Any) -> Any:
        """Store nothing."""
        raise ConnectionError("cut")


class SlowMemory:
    """A brain that answers no recall in time, and remembers after half a second."""

    def __init__(self, brain: Brain) -> None:
        self._brain = brain
        self.name = brain.name

    async def recall(self, query: str, **_: Any) -> Any:
        """Answer after a minute."""
        await asyncio.sleep(60)

    async def remember(self, *arguments: Any, **told: Any) -> Any:
        """Remember after half a second."""
        await asyncio.sleep(0.5)
        return await self._brain.remember(*arguments, **told)


def impatient(heard: list[Any]) -> dict[str, Any]:
    """Return options that give a call up after a tenth of a second, and keep the classes of errors."""
    return {"timeout_sec": 0.1, "on_error": lambda error, during: heard.append((type(error), during))}


@contextmanager
def away(caplog: pytest.LogCaptureFixture, *during: str) -> Iterator[Any]:
    """A brain whose service cannot be reached. Each failure stands in the log, in this order, and nothing else fails."""
    from graphmem_client import NO_RETRY, GraphmemClientSync

    with GraphmemClientSync(NOWHERE, retry=NO_RETRY) as client:
        yield client.brain("ana")
    said = [record.getMessage() for record in caplog.records if record.name == "graphmem_client"]
    assert [text.partition(" failed: ServiceUnreachable")[0].rpartition(": ")[2] for text in said] == list(during)


async def episodes(brain: Brain, name: str) -> list[str]:
    """Return the texts of the episodes of a brain, oldest first."""
    return [content for (content,) in await fields_of(brain, name, "content")]


async def fields_of(brain: Brain, name: str, *fields: str) -> list[tuple[Any, ...]]:
    """Return properties of the episodes of a brain, oldest first."""
    rows, _, _ = await brain.engine.store.driver.execute_query(
        "MATCH (e:Episode {brain: $name}) RETURN properties(e) AS episode ORDER BY e.recordedAt", name=name
    )
    return [tuple(row["episode"].get(field) for field in fields) for row in rows]


async def forget(brain: Brain, name: str) -> None:
    """Forget the one episode of a brain."""
    ((episode_id,),) = await fields_of(brain, name, "id")
    await type(brain)(brain.engine, name).episodes.forget(episode_id)


def main_of(page: str, brain: str) -> Callable[[], Any]:
    """Return the `main` of the one program on a page, of at most 15 lines, for another brain than "ana"."""
    (code,) = re.findall(r"^```python\n(.*?)^```$", (ROOT / page).read_text("utf8"), re.M | re.S)
    assert code.endswith(ENDS)
    program = next(code.removesuffix(end) for end in ENDS if code.endswith(end))
    lines = [line for line in program.partition("def main")[2].splitlines()[1:] if line.startswith("    ")]
    assert len(lines) <= 15
    assert '"ana")' in code
    namespace: dict[str, Any] = {}
    exec(compile(program.replace('"ana")', f'"{brain}")', 1), "page", "exec"), namespace)
    main: Callable[[], Any] = namespace["main"]
    return main


def example(name: str) -> Any:
    """Return a module of the folder `examples`."""
    spec = importlib.util.spec_from_file_location(name, ROOT / "examples" / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def recorded_recalls(brain: Any, monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, dict[str, Any]]]:
    """Return the list to which each question of a brain is added from now on, with its options."""
    heard: list[tuple[str, dict[str, Any]]] = []
    recall = type(brain).recall

    def recorded(self: Any, question: str, **options: Any) -> Any:
        heard.append((question, options))
        return recall(self, question, **options)

    monkeypatch.setattr(type(brain), "recall", recorded)
    return heard
