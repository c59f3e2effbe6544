"""The plugin is compiled from its sources once, by any compiler that is present."""

from __future__ import annotations

import shutil
import zipfile
from pathlib import Path

import pytest

from graphmem.embedded import plugin as procedures
from graphmem.embedded.jars import fetch
from graphmem.embedded.plugin import build, fingerprint, install
from graphmem.graph.statements import cypher_root
from graphmem.settings import Settings
from graphmem_contract.errors import SetupError


@pytest.fixture
def config(tmp_path: Path) -> Settings:
    """The jars of the machine's cache, with nothing built yet."""
    usual = Settings(_env_file=None)
    fetch("neo4j", usual.cache_dir)
    (tmp_path / "cache").mkdir()
    (tmp_path / "cache" / "jars").symlink_to(usual.cache_dir / "jars")
    return Settings(_env_file=None, cache_dir=tmp_path / "cache", data_dir=tmp_path / "data")


@pytest.fixture
def sources(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of the Cypher files and the Java procedures, for changes."""
    shutil.copytree(cypher_root(), tmp_path / "cypher")
    monkeypatch.setattr(procedures, "cypher_root", lambda: tmp_path / "cypher")
    return tmp_path / "cypher" / "procedures" / "java" / "graphmem"


def test_it_is_built_once_without_a_jdk_and_holds_classes_and_cypher(
    config: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(procedures, "find_javac", lambda: None)
    jar = build(config)
    with zipfile.ZipFile(jar) as packed:
        assert packed.namelist()[0] == "META-INF/MANIFEST.MF"
        assert fingerprint() in packed.read("META-INF/MANIFEST.MF").decode()
        assert {"graphmem/Door.class", "graphmem/cypher/end_facts.cypher"} <= set(packed.namelist())
    monkeypatch.setattr(procedures, "_compile", lambda *_: pytest.fail("compiled again"))
    assert build(config) == jar
    installed = install(config)
    assert installed.parent == config.data_dir / "plugins"
    assert installed.read_bytes() == jar.read_bytes()


def test_a_change_of_a_file_is_a_change_of_the_plugin(sources: Path) -> None:
    before = fingerprint()
    (sources / "Version.java").write_text((sources / "Version.java").read_text() + "// changed\n")
    assert fingerprint() != before


def test_what_does_not_compile_is_shown(config: Settings, sources: Path) -> None:
    (sources / "Version.java").write_text("package graphmem;\npublic class Version { int version() { return no; } }\n")
    with pytest.raises(SetupError, match=r"do not compile[\s\S]*Version.java[\s\S]*no"):
        build(config)
    assert not list((config.cache_dir / "procedures").rglob("*.jar"))
