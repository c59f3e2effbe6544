"""The package as others get it: a wheel with the Cypher files inside, and an editable checkout that finds its own."""

from __future__ import annotations

import ast
import importlib.util
import re
import shutil
import subprocess
import sys
import sysconfig
import tomllib
import zipfile
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest
from hatchling.builders.wheel import WheelBuilder

import graphmem
from graphmem.graph.statements import cypher_root

ROOT = Path(__file__).resolve().parents[2]

COMES_WITH = {"pydantic_core", "starlette", "mcp_types", "anyio", "opentelemetry", "packageurl", "phonenumbers"}
"""Parts of pydantic, fastapi and mcp; what opentelemetry-api, packageurl-python and phonenumberslite bring."""

LOADS = """
import graphmem, sys
from pathlib import Path
from graphmem.graph.statements import cypher_root
from graphmem.graph.statements import statement
from graphmem.cli.api_app import api_folder
home = Path(sys.prefix).resolve()
assert Path(graphmem.__file__).resolve().is_relative_to(home), graphmem.__file__
assert cypher_root().is_relative_to(home), cypher_root()
assert api_folder().is_relative_to(home), api_folder()
print(len(statement("truth/write_facts")), len(list(cypher_root().rglob("*.java"))))
"""


@pytest.fixture(scope="session")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A wheel built from this checkout, without any network."""
    return built(ROOT, tmp_path_factory.mktemp("wheel"))


def built(project: Path, folder: Path) -> Path:
    return Path(next(WheelBuilder(str(project)).build(directory=str(folder), versions=["standard"])))


def names_in(wheel: Path) -> set[str]:
    with zipfile.ZipFile(wheel) as archive:
        return set(archive.namelist())


def test_the_wheel_carries_every_cypher_and_java_file(wheel: Path) -> None:
    source = ROOT / "cypher"
    files = {path.relative_to(source).as_posix() for path in source.rglob("*") if path.is_file()}
    assert any(name.endswith(".java") for name in files)
    assert {f"graphmem/_cypher/{name}" for name in files} <= names_in(wheel)


def test_the_wheel_carries_data_files_and_licences(wheel: Path) -> None:
    names = names_in(wheel)
    assert "graphmem/embedded/jars.lock.json" in names
    assert "graphmem/demo/conversation.json" in names
    tables = {path.relative_to(ROOT).as_posix() for path in (ROOT / "graphmem" / "languages").rglob("*.toml")}
    assert len(tables) > 40
    assert tables <= names
    assert any(name.endswith("licenses/LICENSE") for name in names)
    assert any(name.endswith("licenses/NOTICE") for name in names)


def test_the_wheel_has_one_top_level_name(wheel: Path) -> None:
    tops = {name.split("/")[0] for name in names_in(wheel)}
    assert {top for top in tops if not top.endswith(".dist-info")} == {"graphmem"}


def test_the_wheel_carries_no_leftovers(wheel: Path) -> None:
    names = names_in(wheel)
    assert not [name for name in names if "__pycache__" in name or name.endswith((".pyc", ".env"))]
    assert not [name for name in names if name.split("/")[1] in {"tests", "benchmarks", "docs"}]


def test_the_wheel_carries_every_file_of_the_pages(wheel: Path) -> None:
    source = ROOT / "api"
    files = {
        path.relative_to(source).as_posix()
        for path in (source / "dashboard").rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }
    assert {".html", ".css", ".js", ".svg", ".json"} <= {Path(name).suffix for name in files}
    assert {f"graphmem/_api/{name}" for name in files} <= names_in(wheel)


def test_an_installed_wheel_loads_a_statement(wheel: Path, tmp_path: Path) -> None:
    python = _venv_with([wheel, built(ROOT / "contract", tmp_path)], tmp_path / "venv")
    answer = subprocess.run([python, "-I", "-c", LOADS], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert answer.returncode == 0, answer.stderr
    assert all(int(count) > 0 for count in answer.stdout.split())
    assert not (_site_packages(tmp_path / "venv") / "api").exists()


def test_what_is_imported_is_a_dependency() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf8"))["project"]
    extras = project["optional-dependencies"]
    stated = [*project["dependencies"], *extras["offline"], *extras["mcp"], *extras["multilingual"]]
    named = {re.split(r"[^\w-]", one, maxsplit=1)[0].lower().replace("-", "_") for one in stated}
    files = [path for folder in ("graphmem", "api") for path in (ROOT / folder).rglob("*.py")]
    needed = {name for path in files for name in _outside(path)}
    assert needed - named <= COMES_WITH, needed - named - COMES_WITH


def _outside(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text("utf8"))):
        names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
        if isinstance(node, ast.ImportFrom) and node.module and not node.level:
            names = [node.module]
        yield from (
            top for name in names if (top := name.split(".")[0]) not in {*sys.stdlib_module_names, "graphmem", "api"}
        )


@pytest.mark.parametrize("name", dir(graphmem))
def test_every_public_name_can_be_got(name: str) -> None:
    found = getattr(graphmem, name)
    assert getattr(found, "__name__", name) == name


def test_this_checkout_loads_its_own_files() -> None:
    assert cypher_root() == ROOT / "cypher"
    spec = importlib.util.find_spec("graphmem")
    assert spec is not None
    assert spec.origin == str(ROOT / "graphmem" / "__init__.py")


def _venv_with(wheels: Iterable[Path], folder: Path) -> str:
    """A new environment with wheels alone; what else they need is borrowed from the running one."""
    python = str(folder / "bin" / "python")
    if shutil.which("uv") and _run("uv", "--version"):
        assert _run("uv", "venv", "--quiet", "--offline", "--python", sys.executable, str(folder))
        assert _run("uv", "pip", "install", "--quiet", "--offline", "--no-deps", "--python", python, *map(str, wheels))
    else:
        assert _run(sys.executable, "-m", "venv", str(folder))
        assert _run(python, "-m", "pip", "install", "--quiet", "--no-index", "--no-deps", *map(str, wheels))
    borrowed = sysconfig.get_path("purelib")
    (_site_packages(folder) / "borrowed.pth").write_text(borrowed + "\n")
    return python


def _site_packages(folder: Path) -> Path:
    return next(folder.glob("lib/python*/site-packages"))


def _run(*command: str) -> bool:
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        sys.stderr.write(done.stdout + done.stderr)
    return done.returncode == 0
