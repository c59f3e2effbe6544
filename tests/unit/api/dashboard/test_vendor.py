"""The files of other projects are those of their manifests, unchanged and under licences that may be shipped."""

from __future__ import annotations

import hashlib
import json
import re
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[4]
SHIPPED = ROOT / "api" / "dashboard" / "vendor"
TESTED_WITH = ROOT / "tests" / "browser" / "vendor"
FREE = {"MIT", "Apache-2.0", "BSD-0-Clause", "0BSD", "BSD-2-Clause", "BSD-3-Clause", "ISC"}
"""Licences of what graphmem ships."""
FREE_TO_TEST_WITH = FREE | {"MPL-2.0"}
"""Licences of what only its tests use."""
FOLDERS = [(SHIPPED, FREE), (TESTED_WITH, FREE_TO_TEST_WITH)]


def packages(folder: Path) -> dict[str, Any]:
    return dict(json.loads((folder / "manifest.json").read_text("utf8")))


@pytest.mark.parametrize("folder", [SHIPPED, TESTED_WITH], ids=lambda folder: folder.parent.name)
def test_every_file_is_the_one_of_its_package(folder: Path) -> None:
    named = {name: file["sha256"] for package in packages(folder).values() for name, file in package["files"].items()}
    found = {
        path.relative_to(folder).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in folder.rglob("*")
        if path.is_file() and path.name != "manifest.json"
    }
    assert found == named


@pytest.mark.parametrize(("folder", "free"), FOLDERS, ids=lambda value: getattr(value, "name", None))
def test_every_package_is_free_to_ship_and_has_its_licence_beside_it(folder: Path, free: set[str]) -> None:
    for name, package in packages(folder).items():
        assert package["licence"] in free, name
        assert re.fullmatch(r"\d+\.\d+\.\d+", package["version"]), name
        assert any(Path(target).name == "LICENSE" for target in package["files"]), name


def test_no_template_loads_anything_from_elsewhere_or_inline() -> None:
    for path in (ROOT / "api" / "dashboard" / "templates").glob("*.html"):
        text = path.read_text("utf8")
        for pattern in (
            r"<script(?![^>]*src=)",
            r"<style",
            r"\sstyle=",
            r"\son\w+=",
            r"(?:src|href)=\"(?:https?:)?//",
            r"\|\s*safe",
        ):
            assert not re.search(pattern, text), (path.name, pattern)
