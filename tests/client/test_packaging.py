"""The distribution of the client: what is in it, its version, and what it needs."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
import tarfile
import zipfile
from collections.abc import Iterable
from email import message_from_string
from email.message import Message
from pathlib import Path

import pytest
from hatchling.builders.sdist import SdistBuilder
from hatchling.builders.wheel import WheelBuilder

from graphmem.version import __version__

PROJECT = Path(__file__).resolve().parents[2] / "clients" / "python"
CONTRACT = PROJECT.parents[1] / "contract"
ADAPTERS = PROJECT / "graphmem_client" / "integrations"
PACKAGE_OF = {
    "agent-framework-core": "agent_framework",
    "google-adk": "google",
    "llama-index-core": "llama_index",
    "openai-agents": "agents",
    "pydantic-ai-slim": "pydantic_ai",
    "strands-agents": "strands",
}
"""The packages of distributions that have another name."""


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    return Path(next(WheelBuilder(str(PROJECT)).build(directory=str(folder), versions=["standard"])))


def metadata(wheel: Path) -> Message:
    with zipfile.ZipFile(wheel) as archive:
        name = next(name for name in archive.namelist() if name.endswith("METADATA"))
        return message_from_string(archive.read(name).decode())


def test_the_wheel_has_the_package_and_nothing_else(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        names = set(archive.namelist())
    assert {name.split("/")[0] for name in names if ".dist-info" not in name} == {"graphmem_client"}
    assert "graphmem_client/py.typed" in names
    sources = {path.relative_to(PROJECT).as_posix() for path in (PROJECT / "graphmem_client").rglob("*.py")}
    assert {name for name in names if name.endswith(".py")} == sources
    assert any(name.endswith("licenses/LICENSE") for name in names)


def test_the_version_is_that_of_the_service(wheel: Path) -> None:
    assert metadata(wheel)["Version"] == __version__


def test_a_wheel_from_the_sdist_is_the_same(wheel: Path, tmp_path: Path) -> None:
    sdist = next(SdistBuilder(str(PROJECT)).build(directory=str(tmp_path), versions=["standard"]))
    with tarfile.open(sdist) as archive:
        archive.extraction_filter = getattr(tarfile, "data_filter", None)  # Python before 3.11.4 has none
        archive.extractall(tmp_path)
    (folder,) = [path for path in tmp_path.iterdir() if path.is_dir()]
    again = Path(next(WheelBuilder(str(folder)).build(directory=str(tmp_path), versions=["standard"])))
    with zipfile.ZipFile(wheel) as one, zipfile.ZipFile(again) as other:
        assert {(info.filename, info.CRC) for info in one.infolist()} == {
            (info.filename, info.CRC) for info in other.infolist()
        }


def needed(wheel: Path, extra: str | None = None) -> set[str]:
    """The packages that the client needs, or an extra of it."""
    lines = [line.partition(";") for line in metadata(wheel).get_all("Requires-Dist") or []]
    mark = "" if extra is None else f"extra == '{extra}'"
    return {re.split(r"[^\w-]", line, maxsplit=1)[0] for line, _, when in lines if when.strip() == mark}


def imported(paths: Iterable[Path]) -> set[str]:
    """The libraries that modules import."""
    names: set[str] = set()
    for path in paths:
        for node in ast.walk(ast.parse(path.read_text("utf8"))):
            if isinstance(node, ast.Import):
                names |= {alias.name.split(".")[0] for alias in node.names}
            elif isinstance(node, ast.ImportFrom) and node.module:
                names.add(node.module.split(".")[0])
    return names - set(sys.stdlib_module_names) - {"graphmem_client", "pydantic_core"}


def test_it_needs_the_contract_one_http_client_and_pydantic(wheel: Path) -> None:
    assert needed(wheel) == {"graphmem-contract", "httpx2", "pydantic"}
    modules = set((PROJECT / "graphmem_client").rglob("*.py")) - set(ADAPTERS.rglob("*/*.py"))
    assert imported(modules) == {name.replace("-", "_") for name in needed(wheel)}


@pytest.mark.parametrize("adapter", [path.name for path in ADAPTERS.iterdir() if (path / "__init__.py").exists()])
def test_an_adapter_needs_its_extra_and_no_more(wheel: Path, adapter: str) -> None:
    own = {PACKAGE_OF.get(name, name.replace("-", "_")) for name in needed(wheel, adapter.replace("_", "-"))}
    assert own
    assert own <= imported((ADAPTERS / adapter).glob("*.py")) <= {*own, "graphmem_contract", "pydantic"}
    sizes = {path.name: len(path.read_text("utf8").splitlines()) for path in (ADAPTERS / adapter).glob("*.py")}
    assert all(size <= 200 for size in sizes.values()), sizes


def test_the_contract_needs_pydantic_and_nothing_of_the_service() -> None:
    assert imported((CONTRACT / "graphmem_contract").rglob("*.py")) == {"graphmem_contract", "pydantic"}


def test_the_import_of_the_package_loads_no_library() -> None:
    code = "import graphmem_client, sys; print([m for m in ('httpx2', 'pydantic', 'asyncio', 'graphmem') if m in sys.modules])"
    done = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        check=True,
        env={"PYTHONPATH": f"{PROJECT}:{CONTRACT}"},
    )
    assert done.stdout.strip() == "[]"
