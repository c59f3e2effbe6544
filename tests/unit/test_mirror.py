"""The unit tests mirror the package, and patch few internals of modules."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from tests.unit.test_import_rule import MODULES, PACKAGES

ROOT = Path(__file__).resolve().parents[2]
MIRRORED = ("ingest", "recall", "curation", "transfer", "explore", "graph", "truth")
LEAST_IMPORTED = 0.85
LEAST_OF_OWN_NAME = 0.60
MOST_PATCHES = 41


def mirrored() -> set[str]:
    """The modules that have to be mirrored; packages themselves are left out."""
    packages = tuple(f"graphmem.{name}." for name in MIRRORED)
    return {name for name, path in MODULES.items() if name.startswith(packages) and path.name != "__init__.py"}


@cache
def nodes(path: Path) -> tuple[ast.AST, ...]:
    """The imports and the calls of a file."""
    wanted = (ast.ImportFrom, ast.Import, ast.Call)
    return tuple(node for node in ast.walk(ast.parse(path.read_text("utf8"))) if isinstance(node, wanted))


def imports(path: Path) -> Iterator[tuple[str, str]]:
    """The modules of the project that a file imports, each with the local name that stands for it or for what comes from it."""
    for node in nodes(path):
        if isinstance(node, ast.ImportFrom) and node.module:
            for alias in node.names:
                inner = f"{node.module}.{alias.name}"
                yield (inner if inner in MODULES else node.module), alias.asname or alias.name
        elif isinstance(node, ast.Import):
            yield from ((alias.name, alias.asname or alias.name) for alias in node.names)


def unit_tests() -> list[Path]:
    return sorted((ROOT / "tests" / "unit").rglob("*.py"))


def test_nearly_every_module_is_imported_by_a_unit_test() -> None:
    imported = {module for path in unit_tests() for module, _ in imports(path)}
    left = mirrored() - imported
    assert 1 - len(left) / len(mirrored()) >= LEAST_IMPORTED, sorted(left)


def test_most_modules_have_a_unit_test_of_their_own_name() -> None:
    names = {path.relative_to(ROOT / "tests" / "unit").with_suffix("").as_posix() for path in unit_tests()}
    without = set()
    for module in mirrored():
        *folders, name = module.removeprefix("graphmem.").split(".")
        if "/".join([*folders, f"test_{name}"]) not in names:
            without.add(module)
    assert 1 - len(without) / len(mirrored()) >= LEAST_OF_OWN_NAME, sorted(without)


def patches(path: Path) -> Iterator[int]:
    """The lines of a test file that set an attribute of a module of the project."""
    modules = {local for module, local in imports(path) if module in MODULES and module.rpartition(".")[2] != local}
    modules |= {local for module, local in imports(path) if module.endswith(f".{local}")}
    for node in nodes(path):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "setattr":
            target = node.args[0]
            by_path = isinstance(target, ast.Constant) and str(target.value).partition(".")[0] in PACKAGES
            if by_path or (isinstance(target, ast.Name) and target.id in modules and target.id[0].islower()):
                yield node.lineno


def test_few_tests_patch_the_internals_of_a_module() -> None:
    found = [f"{path.relative_to(ROOT)}:{n}" for path in sorted((ROOT / "tests").rglob("*.py")) for n in patches(path)]
    assert len(found) <= MOST_PATCHES, found
