"""The TypeScript client agrees with the service: operations, problems, version. Its own tests need Node.js; these do not."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from api.problems import service_kinds
from graphmem.version import __version__
from graphmem_contract.errors import GraphmemError

ROOT = Path(__file__).resolve().parents[3]
HOME = ROOT / "clients" / "typescript"


def source(name: str) -> str:
    return (HOME / "src" / name).read_text("utf8")


def operations() -> Iterator[tuple[str, dict[str, Any]]]:
    document = json.loads((ROOT / "docs" / "openapi.json").read_text("utf8"))
    for path, methods in document["paths"].items():
        for method, operation in methods.items():
            keyed = any(parameter["name"] == "Idempotency-Key" for parameter in operation.get("parameters", ()))
            yield operation["operationId"], {"method": method.upper(), "path": path, "keyed": keyed}


def kinds(error: type[GraphmemError]) -> dict[str, tuple[int, str, bool]]:
    """What each code stands for: its most general class decides."""
    own = {error.code: (error.status, error.category, error.retryable)}
    return {code: kind for below in service_kinds(error) for code, kind in kinds(below).items()} | own


def test_the_table_of_operations_is_that_of_the_service() -> None:
    brain = re.search(r'const BRAIN = "(.+)";', source("operations.ts"))
    assert brain
    rows = re.findall(r'^  (\w+): \{ method: "(\w+)", path: (.+), manner: "(\w+)" \},$', source("operations.ts"), re.M)
    paths = {
        name: path.strip('`"').replace("${BRAIN}", brain[1]).replace("BRAIN", brain[1]) for name, _, path, _ in rows
    }
    told = {
        name: {"method": method, "path": paths[name], "keyed": manner == "keyed"} for name, method, _, manner in rows
    }
    assert told == dict(operations())


def test_problems_have_the_same_status_category_and_retries() -> None:
    rows = re.findall(r'^  (\w+): \[(\d+), "(\w+)", (true|false)\],$', source("problem_codes.ts"), re.MULTILINE)
    told = {code: (int(status), category, again == "true") for code, status, category, again in rows}
    assert told == kinds(GraphmemError)


def test_the_version_is_that_of_the_service() -> None:
    for name in ("package.json", "package-lock.json"):
        assert json.loads((HOME / name).read_text("utf8"))["version"] == __version__


def test_the_lock_file_names_no_place_to_download_from() -> None:
    locked = json.loads((HOME / "package-lock.json").read_text("utf8"))["packages"]
    assert [name for name, package in locked.items() if "resolved" in package] == []
    assert all(package.get("integrity") for name, package in locked.items() if name)
