"""The Neo4j plugin: thin Java procedures that run the Cypher files, compiled here for the locked Neo4j version."""

from __future__ import annotations

import hashlib
import io
import os
import subprocess
import tempfile
import zipfile
from collections.abc import Iterator
from pathlib import Path

from graphmem.embedded.jar_manifest import neo4j_version
from graphmem.embedded.jars import fetch
from graphmem.embedded.java import MINIMUM, find_java, find_javac
from graphmem.graph.statements import cypher_root, statement
from graphmem.settings import Settings
from graphmem_contract.errors import SetupError

JAR = "graphmem-procedures.jar"
COMPILE_SEC = 120

_QUICK = ("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xshare:auto")
_ECLIPSE = "org.eclipse.jdt.internal.compiler.batch.Main"


def build(settings: Settings) -> Path:
    """Return the plugin's jar. It is compiled unless the cache has a jar of the same fingerprint.

    Raises:
        SetupError: there is no Java, or a file does not compile.
    """
    jar = settings.cache_dir / "procedures" / fingerprint() / JAR
    if not jar.is_file():
        _write(jar, _jar_content(settings))
    return jar


def install(settings: Settings, plugins: Path | None = None) -> Path:
    """Copy the plugin into a plugin folder, by default the embedded server's. Neo4j loads it at its next start.

    Raises:
        SetupError: the plugin cannot be built, or the folder is not writable.
    """
    target = (plugins or settings.data_dir / "plugins") / JAR
    content = build(settings).read_bytes()
    try:
        if not target.is_file() or target.read_bytes() != content:
            _write(target, content)
    except OSError as error:
        raise SetupError(f"The procedures cannot be put into {target.parent}: {error}") from error
    return target


def fingerprint() -> str:
    """Return a hash of the Neo4j version and the plugin's source files. `CALL graphmem.version()` returns the same."""
    digest = hashlib.sha256(neo4j_version().encode())
    for name, text in sorted({**_sources(), **_resources()}.items()):
        digest.update(f"\0{name}\0{text}".encode())
    return digest.hexdigest()[:16]


def _sources() -> dict[str, str]:
    root = cypher_root() / "procedures" / "java"
    return {path.relative_to(root).as_posix(): path.read_text("utf8") for path in root.rglob("*.java")}


def _resources() -> dict[str, str]:
    files = (cypher_root() / "procedures").glob("*.cypher")
    return {f"graphmem/cypher/{path.name}": statement(f"procedures/{path.stem}", None) for path in files}


def _jar_content(settings: Settings) -> bytes:
    manifest = f"Manifest-Version: 1.0\r\nImplementation-Version: {fingerprint()}\r\n\r\n"
    with tempfile.TemporaryDirectory() as folder:
        classes = Path(folder, "classes")
        _compile(settings, Path(folder), classes)
        entries = {"META-INF/MANIFEST.MF": manifest.encode()}
        entries |= {name: text.encode() for name, text in sorted(_resources().items())}
        entries |= {
            path.relative_to(classes).as_posix(): path.read_bytes() for path in sorted(classes.rglob("*.class"))
        }
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as jar:
        for name, content in entries.items():
            jar.writestr(zipfile.ZipInfo(name), content, zipfile.ZIP_DEFLATED)
    return packed.getvalue()


def _compile(settings: Settings, folder: Path, classes: Path) -> None:
    class_path = os.pathsep.join(
        str(jar) for jar in fetch("neo4j", settings.cache_dir) if jar.name.startswith("neo4j-")
    )
    arguments = folder / "arguments"
    sources = [str(cypher_root() / "procedures" / "java" / name) for name in sorted(_sources())]
    options = ["-proc:none", "-encoding", "UTF-8", "-d", str(classes), "-cp", class_path]
    arguments.write_text("\n".join(f'"{part}"' for part in [*options, *sources]), "utf8")
    command = [*_compiler(settings), f"@{arguments}"]
    answer = subprocess.run(  # noqa: S603
        command, capture_output=True, text=True, timeout=COMPILE_SEC, check=False
    )
    if answer.returncode:
        raise SetupError(f"The procedures do not compile:\n{(answer.stdout + answer.stderr).strip()[-2000:]}")


def _compiler(settings: Settings) -> Iterator[str]:
    if javac := find_javac():
        yield from (str(javac), "--release", str(MINIMUM))
    else:
        eclipse = fetch("compiler", settings.cache_dir)[0]
        yield from (str(find_java().path), *_QUICK, "-cp", str(eclipse), _ECLIPSE)
        yield from ("-source", str(MINIMUM), "-target", str(MINIMUM))


def _write(target: Path, content: bytes) -> None:
    """Write a file atomically, also if two processes write it at the same time."""
    target.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.NamedTemporaryFile(dir=target.parent, prefix=".partial-", delete=False) as partial:
        partial.write(content)
    Path(partial.name).chmod(0o644)
    Path(partial.name).replace(target)
