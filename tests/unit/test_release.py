"""What a release refuses, and what the lines of a README must print."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).resolve().parents[2]
BLOCK = """
print(found.context)
print([fact.object for fact in then])  # ['Acme']
"""


def script(name: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location(f"scripts_{name}", ROOT / "scripts" / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


release, try_packages = script("release"), script("try_packages")


def test_a_section_of_the_changelog_has_exactly_that_version() -> None:
    changes = "## [Unreleased]\n\n## [0.10.0] - 2027-01-02\n"
    assert release.has_section(changes, "0.10.0")
    assert not release.has_section(changes, "0.1.0")
    assert not release.has_section("The next version is [0.1.0].", "0.1.0")
    assert not release.has_section("## [0x1.0]", "0.1.0")


def test_a_block_must_print_what_its_comment_promises(capsys: pytest.CaptureFixture[str]) -> None:
    try_packages.check_promises("README.md", BLOCK, "Ana works at Acme\n['Acme']\n")
    assert "a block of 3 lines ran" in capsys.readouterr().out
    for printed in ("Ana works at Acme\n['Globex']\n", "", "said: ['Acme']\n"):
        with pytest.raises(SystemExit, match="it promises"):
            try_packages.check_promises("README.md", BLOCK, printed)


@pytest.mark.parametrize(
    ("page", "promised"), [("README.md", ["['Acme']"]), ("clients/typescript/README.md", ["[ 'Acme' ]"])]
)
def test_the_readme_files_promise_something(page: str, promised: list[str]) -> None:
    assert try_packages.PROMISED.findall((ROOT / page).read_text("utf8")) == promised


def test_a_command_that_fails_ends_the_try(tmp_path: Path) -> None:
    assert try_packages.run([sys.executable, "-c", "print(1)"], tmp_path, {}) == "1\n"
    with pytest.raises(SystemExit, match="exit status 3:\nwhat it printed"):
        try_packages.run([sys.executable, "-c", "print('what it printed'); raise SystemExit(3)"], tmp_path, {})
