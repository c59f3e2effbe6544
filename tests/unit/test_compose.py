"""docker-compose.yml and its Dockerfile: what a person relies on, checked without Docker."""

from __future__ import annotations

import hashlib
import importlib.util
import re
from pathlib import Path
from typing import Any

import pytest
import yaml

from graphmem.embedded.config import TUNED
from graphmem.embedded.jar_manifest import Jar, neo4j_version
from graphmem.settings import Settings

ROOT = Path(__file__).resolve().parents[2]
COMPOSE: dict[str, Any] = yaml.safe_load((ROOT / "docker-compose.yml").read_text("utf8"))
DOCKERFILE = (ROOT / "docker" / "Dockerfile").read_text("utf8")
SERVICES: dict[str, Any] = COMPOSE["services"]


def test_there_are_a_database_and_an_api() -> None:
    assert set(SERVICES) == {"neo4j", "api"}


@pytest.mark.parametrize("name", ["neo4j", "api"])
def test_every_service_is_built_from_a_stage_that_exists(name: str) -> None:
    build = SERVICES[name]["build"]
    assert (ROOT / build["dockerfile"]).is_file()
    assert re.search(rf"^FROM \S+ AS {build['target']}$", DOCKERFILE, re.MULTILINE)


@pytest.mark.parametrize("name", ["neo4j", "api"])
def test_every_service_has_a_health_check_and_comes_back(name: str) -> None:
    assert SERVICES[name]["healthcheck"]["test"]
    assert SERVICES[name]["restart"] == "unless-stopped"


def test_the_api_waits_until_the_database_is_healthy() -> None:
    assert SERVICES["api"]["depends_on"] == {"neo4j": {"condition": "service_healthy"}}


def test_the_database_is_tuned_as_the_embedded_one_is() -> None:
    given = SERVICES["neo4j"]["environment"]
    named = {f"NEO4J_{name.replace('_', '__').replace('.', '_')}": str(value) for name, value in TUNED.items()}
    assert {name: given.get(name) for name in named} == named


def test_secrets_come_from_the_environment_and_have_no_default() -> None:
    for name, key in (("neo4j", "NEO4J_AUTH"), ("api", "NEO4J_PASSWORD"), ("api", "GRAPHMEM_ADMIN_KEY")):
        assert re.search(r"\$\{\w+:\?", SERVICES[name]["environment"][key]), key


@pytest.mark.parametrize("name", ["neo4j", "api"])
def test_ports_are_open_on_this_machine_only(name: str) -> None:
    assert SERVICES[name]["ports"]
    assert all(port.startswith("${BIND:-127.0.0.1}:") for port in SERVICES[name]["ports"])


def test_the_data_outlives_the_containers() -> None:
    mounted = [entry.split(":") for service in SERVICES.values() for entry in service["volumes"]]
    assert {source for source, _ in mounted} == set(COMPOSE["volumes"])
    assert ["neo4j-data", "/data"] in mounted


def test_the_image_is_the_locked_neo4j() -> None:
    assert f"ARG NEO4J_VERSION={neo4j_version()}" in DOCKERFILE
    assert "enterprise" not in DOCKERFILE


def test_the_api_knows_its_settings() -> None:
    known = {str(field.validation_alias) for field in Settings.model_fields.values()}
    assert set(SERVICES["api"]["environment"]) <= known


def test_what_the_dockerfile_copies_is_sent_to_docker() -> None:
    sent = {
        line.removeprefix("!") for line in (ROOT / ".dockerignore").read_text("utf8").splitlines() if line[:1] == "!"
    }
    copied = [line.split()[1:-1] for line in DOCKERFILE.splitlines() if re.match(r"COPY (?!--from)", line)]
    assert {name for names in copied for name in names} == sent
    assert all((ROOT / name).exists() for name in sent)


def test_only_fitting_jars_are_taken(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    spec = importlib.util.spec_from_file_location("take_jars", ROOT / "docker" / "take_jars.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    lib, cache = tmp_path / "lib", tmp_path / "cache"
    lib.mkdir()
    (lib / "one-1.jar").write_bytes(b"good")
    (lib / "two-1.jar").write_bytes(b"evil")
    good = hashlib.sha256(b"good").hexdigest()
    wanted = tuple(Jar(f"group:{name}:1", good, 4) for name in ("one", "two", "three"))
    monkeypatch.setattr(module, "jars", lambda group: wanted)
    assert module.take(lib, cache) == 1
    assert (cache / "jars" / wanted[0].path).read_bytes() == b"good"


def test_the_page_tells_what_a_server_of_ones_own_does_better_with() -> None:
    page = (ROOT / "docs" / "operations.md").read_text("utf8")
    assert [name for name, value in TUNED.items() if f"\n{name}={value}\n" not in page] == []
