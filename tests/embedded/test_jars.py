"""Downloads: complete and verified, or nothing; finished files are kept; no network after that."""

from __future__ import annotations

import base64
import os
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from embedded_support import MavenRepository
from tenacity import wait_none

from graphmem.embedded import jars, maven
from graphmem.embedded.jar_manifest import GROUPS, Jar, jars as locked
from graphmem.embedded.jars import fetch, is_fetched
from graphmem.embedded.maven import download, http_client
from graphmem_contract.errors import SetupError

pytestmark = pytest.mark.usefixtures("no_waiting")


@pytest.fixture
def no_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(maven._take_remote.retry, "wait", wait_none())


@pytest.fixture
def three(maven: MavenRepository, monkeypatch: pytest.MonkeyPatch) -> list[Jar]:
    wanted = [maven.put(f"org.example:part{i}:1.{i}", os.urandom(5_000 + i)) for i in range(2)]
    wanted.append(maven.put("org.example:native:2:linux-x86_64", b"z" * 70_000))
    monkeypatch.setattr(jars, "jars", lambda group: tuple(wanted))
    return wanted


def leftovers(folder: Path) -> Iterator[Path]:
    return folder.rglob(".partial-*")


def test_what_was_fetched_once_needs_no_network(maven: MavenRepository, three: list[Jar], tmp_path: Path) -> None:
    files = fetch("neo4j", tmp_path)
    assert [file.name for file in files] == ["part0-1.0.jar", "part1-1.1.jar", "native-2-linux-x86_64.jar"]
    assert [file.read_bytes() for file in files] == list(maven.files.values())
    asked = len(maven.asked)
    assert fetch("neo4j", tmp_path) == files
    assert len(maven.asked) == asked
    assert not list(leftovers(tmp_path))


def test_an_interrupted_fetch_goes_on_with_what_is_missing(
    maven: MavenRepository, three: list[Jar], tmp_path: Path
) -> None:
    content = maven.files[f"/maven2/{three[0].path.as_posix()}"]
    maven.take_away(three[0])
    with pytest.raises(SetupError, match=r"org.example:part0:1.0 could not be fetched"):
        fetch("neo4j", tmp_path)
    assert not is_fetched("neo4j", tmp_path)
    (tmp_path / "jars" / three[0].path.parent / ".partial-killed").mkdir()
    maven.put(three[0].artifact, content)
    fetch("neo4j", tmp_path)
    assert is_fetched("neo4j", tmp_path)
    assert maven.requests_for(three[2]) == 1
    assert not list(leftovers(tmp_path))


def test_half_a_file_never_gets_its_name(maven: MavenRepository, three: list[Jar], tmp_path: Path) -> None:
    maven.break_off(three[2])
    with pytest.raises(SetupError, match="what has arrived is kept"):
        fetch("neo4j", tmp_path)
    assert not (tmp_path / "jars" / three[2].path).exists()
    assert maven.requests_for(three[2]) == 3
    maven.broken.clear()
    assert len(fetch("neo4j", tmp_path)) == 3


def test_a_wrong_checksum_is_refused(maven: MavenRepository, three: list[Jar], tmp_path: Path) -> None:
    maven.put(three[1].artifact, b"x" * three[1].size)
    with pytest.raises(SetupError, match=r"part1.*checksum"):
        fetch("neo4j", tmp_path)
    assert not (tmp_path / "jars" / three[1].path).exists()


def test_bytes_of_a_failed_attempt_are_taken_back(maven: MavenRepository, three: list[Jar], tmp_path: Path) -> None:
    counts: list[int] = []
    maven.break_off(three[2])
    with http_client() as client, pytest.raises(SetupError):
        download(client, three[2], tmp_path / "native.jar", counts.append)
    assert any(count > 0 for count in counts)
    assert sum(counts) == 0
    maven.broken.clear()
    with http_client() as client:
        download(client, three[2], tmp_path / "native.jar", counts.append)
    assert sum(counts) == three[2].size


def test_a_missing_jar_is_named_with_the_answer_of_the_repository(
    maven: MavenRepository, three: list[Jar], tmp_path: Path
) -> None:
    maven.take_away(three[1])
    with pytest.raises(SetupError, match=r"org.example:part1:1.1 could not be fetched.*404"):
        fetch("neo4j", tmp_path)
    assert maven.requests_for(three[1]) == 3


def test_a_busy_repository_is_asked_again_when_it_says_so(
    maven: MavenRepository, three: list[Jar], tmp_path: Path
) -> None:
    maven.busy[f"/maven2/{three[0].path.as_posix()}"] = 3
    assert len(fetch("neo4j", tmp_path)) == 3
    assert maven.requests_for(three[0]) == 4


def test_a_redirect_is_followed(maven: MavenRepository, three: list[Jar], tmp_path: Path) -> None:
    here = f"/maven2/{three[0].path.as_posix()}"
    maven.files["/elsewhere.jar"] = maven.files.pop(here)
    maven.moved[here] = "/elsewhere.jar"
    assert len(fetch("neo4j", tmp_path)) == 3
    assert maven.asked.count("/elsewhere.jar") == 1


def test_a_password_in_netrc_goes_to_its_host_alone(
    maven: MavenRepository, three: list[Jar], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    netrc = tmp_path / "netrc"
    netrc.touch(mode=0o600)
    netrc.write_text("machine 127.0.0.1 login reader password sesame\n")
    fetch("neo4j", tmp_path / "without")
    assert maven.authorizations == {None}
    maven.authorizations.clear()
    monkeypatch.setenv("NETRC", str(netrc))
    fetch("neo4j", tmp_path / "with")
    assert maven.authorizations == {f"Basic {base64.b64encode(b'reader:sesame').decode()}"}
    netrc.write_text("machine mirror.example login reader password sesame\n")
    maven.authorizations.clear()
    fetch("neo4j", tmp_path / "other")
    assert maven.authorizations == {None}


@pytest.mark.parametrize(
    ("name", "value"), [("HTTPS_PROXY", "nonsense://127.0.0.1:9"), ("SSL_CERT_FILE", "/nowhere/ca.pem")]
)
def test_an_unusable_proxy_or_certificate_file_is_named(
    maven: MavenRepository, three: list[Jar], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, value: str
) -> None:
    monkeypatch.setenv(name, value)
    with pytest.raises(SetupError, match="that the environment names cannot be used"):
        fetch("neo4j", tmp_path)


@pytest.mark.parametrize("address", ["http://[nowhere", "nowhere"])
def test_an_address_that_is_none_is_refused(
    three: list[Jar], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, address: str
) -> None:
    monkeypatch.setenv("GRAPHMEM_MAVEN_REPOSITORY", address)
    with pytest.raises(SetupError, match="GRAPHMEM_MAVEN_REPOSITORY"):
        fetch("neo4j", tmp_path)


def test_without_network_the_message_says_what_to_do(
    three: list[Jar], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GRAPHMEM_MAVEN_REPOSITORY", "http://127.0.0.1:9/nowhere")
    with pytest.raises(SetupError, match=r"The network is needed once.*GRAPHMEM_MAVEN_REPOSITORY"):
        fetch("neo4j", tmp_path)


def test_two_at_once_fetch_each_file_once(maven: MavenRepository, three: list[Jar], tmp_path: Path) -> None:
    with ThreadPoolExecutor(4) as pool:
        results = list(pool.map(lambda _: fetch("neo4j", tmp_path), range(4)))
    assert all(result == results[0] for result in results)
    assert [maven.requests_for(jar) for jar in three] == [1, 1, 1]


def test_a_copy_in_mavens_own_repository_is_taken(maven: MavenRepository, three: list[Jar], tmp_path: Path) -> None:
    local = tmp_path / "m2" / three[0].path
    local.parent.mkdir(parents=True)
    local.write_bytes(maven.files[f"/maven2/{three[0].path.as_posix()}"])
    fetch("neo4j", tmp_path)
    assert maven.requests_for(three[0]) == 0


def test_an_unusable_cache_folder_is_named(three: list[Jar], tmp_path: Path) -> None:
    (tmp_path / "file").write_text("not a folder")
    with pytest.raises(SetupError, match="GRAPHMEM_CACHE_DIR"):
        fetch("neo4j", tmp_path / "file")


def test_a_mirror_in_mavens_settings_is_honoured(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("GRAPHMEM_MAVEN_REPOSITORY", raising=False)
    monkeypatch.setattr(Path, "home", lambda: tmp_path)
    plain = maven.repository()
    (tmp_path / ".m2").mkdir()
    (tmp_path / ".m2" / "settings.xml").write_text(
        '<settings xmlns="http://maven.apache.org/SETTINGS/1.2.0"><mirrors><mirror><id>m</id>'
        "<mirrorOf>external:*</mirrorOf><url>http://mirror.example/maven/</url></mirror></mirrors></settings>"
    )
    assert maven.repository() == "http://mirror.example/maven"
    monkeypatch.setenv("GRAPHMEM_MAVEN_REPOSITORY", "http://own.example/")
    assert maven.repository() == "http://own.example"
    assert plain.startswith("https://")


@pytest.mark.parametrize("group", GROUPS)
def test_the_lock_file_names_every_file_once(group: str) -> None:
    paths = [jar.path for jar in locked(group)]
    assert paths
    assert len(set(paths)) == len(paths)
    assert all(len(jar.sha256) == 64 and jar.size > 0 for jar in locked(group))
