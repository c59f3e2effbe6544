"""Reader of the lock file: groups of jars with checksums. `python -m graphmem.embedded.write_jar_manifest` writes it."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Literal, get_args

Group = Literal["neo4j", "compiler", "bge"]
"""neo4j = the server; compiler = a Java compiler for machines without a JDK; bge = the local embedding model."""

GROUPS: tuple[Group, ...] = get_args(Group)
LOCK_FILE = Path(__file__).with_name("jars.lock.json")


@dataclass(frozen=True, slots=True)
class Jar:
    """One artifact of a Maven repository."""

    artifact: str
    """Maven coordinates, `group:name:version[:classifier]`."""
    sha256: str
    size: int
    """In bytes."""

    @property
    def parts(self) -> tuple[str, str, str, str]:
        """Group, name, version and classifier; the classifier is "" if there is none."""
        group, name, version, *classifier = self.artifact.split(":")
        return group, name, version, classifier[0] if classifier else ""

    @property
    def path(self) -> Path:
        """Path of the jar in a Maven repository, relative to the repository's root."""
        group, name, version, classifier = self.parts
        suffix = f"-{classifier}" if classifier else ""
        return Path(*group.split("."), name, version, f"{name}-{version}{suffix}.jar")


@cache
def jars(group: Group) -> tuple[Jar, ...]:
    """Return the jars of a group, in class path order."""
    return tuple(Jar(**entry) for entry in json.loads(LOCK_FILE.read_text("utf8"))[group])


def neo4j_version() -> str:
    """Return the Neo4j version in the lock file."""
    return next(jar.parts[2] for jar in jars("neo4j") if jar.artifact.startswith("org.neo4j:neo4j:"))
