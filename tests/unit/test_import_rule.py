"""The import rule of ARCHITECTURE.md: one ordered list of layers, no circle, no import upwards, no long chain.

Imports under `TYPE_CHECKING` and inside functions count.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PACKAGES = {
    "graphmem": ROOT,
    "api": ROOT,
    "benchmarks": ROOT,
    "graphmem_contract": ROOT / "contract",
    "graphmem_offline": ROOT / "extractors" / "offline",
}
LAYERS = (
    "cli benchmarks",
    "api mcp demo",
    "memory",
    "brain",
    "doctor serving",
    "upkeep",
    "engine curation feed items",
    "ingest",
    "ingest.transactions",
    "ingest.stages recall transfer testing",
    "core_engine ingest.forgetting ingest.vectors",
    "ingest.episodes models explore access",
    "embedded ingest.resolution observability.snapshot console",
    "settling",
    "graph nodes",
    "brain_settings graphmem_offline observability.logs observability.stage_timer observability.process_memory",
    "settings relations directives",
    "dates ontology claims observability.metrics",
    "names truth write_queue fault_points pii processes offer",
    "languages",
    "graphmem_contract observability.tracing version",
)
"""From the top to the ground: a unit imports only itself and units of lower lines."""
LONGEST_CHAIN = 20


def modules() -> dict[str, Path]:
    """Every module of the packages."""
    found = {}
    for package, home in PACKAGES.items():
        for path in sorted((home / package).rglob("*.py")):
            parts = path.relative_to(home).with_suffix("").parts
            found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    return found


MODULES = modules()
RANKS = {unit: rank for rank, line in enumerate(LAYERS) for unit in line.split()}


def unit_of(module: str) -> str | None:
    """The unit of the list to which a module belongs; None for a package that imports nothing itself."""
    if module in ("graphmem", "graphmem.observability"):
        return None
    parts = module.removeprefix("graphmem.").split(".")
    return next((unit for size in (2, 1) if (unit := ".".join(parts[:size])) in RANKS), f"unknown: {module}")


def _imported(module: str, path: Path) -> Iterator[str]:
    package = module.split(".") if path.name == "__init__.py" else module.split(".")[:-1]
    for node in ast.walk(ast.parse(path.read_text("utf8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            above = package[: len(package) - node.level + 1] if node.level else []
            base = ".".join([*above, *([node.module] if node.module else [])])
            for alias in node.names:
                inner = f"{base}.{alias.name}"
                yield inner if inner in MODULES else base


@cache
def graph() -> dict[str, tuple[str, ...]]:
    """Module: the modules of these packages that it imports. The lazy package itself is left out."""
    found = {}
    for module, path in MODULES.items():
        if module != "graphmem":
            imported = {name for name in _imported(module, path) if name in MODULES}
            found[module] = tuple(sorted(imported - {module, "graphmem"}))
    return found


def test_every_module_has_its_line_in_the_list() -> None:
    assert {module for module in MODULES if (unit_of(module) or "").startswith("unknown")} == set()


def test_every_name_of_the_list_has_modules() -> None:
    assert set(RANKS) - {unit_of(module) for module in MODULES} == set()


def test_nothing_imports_upwards() -> None:
    upwards = [
        (module, other)
        for module, imported in graph().items()
        for other in imported
        if unit_of(module) != unit_of(other) and RANKS[unit_of(module) or ""] >= RANKS[unit_of(other) or ""]
    ]
    assert upwards == []


def longest_chains() -> dict[str, list[str]]:
    """Module: its longest chain of imports. Raises AssertionError at a circle, with its members."""
    done: dict[str, list[str]] = {}

    def follow(module: str, above: tuple[str, ...]) -> list[str]:
        assert module not in above, f"a circle: {[*above[above.index(module) :], module]}"
        if module not in done:
            below = [follow(other, (*above, module)) for other in graph()[module]]
            done[module] = [module, *max(below, key=len, default=[])]
        return done[module]

    for module in graph():
        follow(module, ())
    return done


def test_no_circle_and_no_long_chain() -> None:
    longest = max(longest_chains().values(), key=len)
    assert len(longest) <= LONGEST_CHAIN, longest
