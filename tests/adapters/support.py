"""What the tests of all adapters need: the episodes of a brain, the lines of a page, an example."""

from __future__ import annotations

import importlib.util
import re
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:  # the tests of some adapters run without graphmem
    from graphmem.brain import Brain

ROOT = Path(__file__).resolve().parents[2]
ENDS = ("\n\nasyncio.run(main())\n", "\n\nmain()\n")


async def episodes(brain: Brain, name: str) -> list[str]:
    """Return the texts of the episodes of a brain, oldest first."""
    rows, _, _ = await brain.engine.store.driver.execute_query(
        "MATCH (e:Episode {brain: $name}) RETURN e.content AS content ORDER BY e.recordedAt", name=name
    )
    return [row["content"] for row in rows]


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
