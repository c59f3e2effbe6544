"""The command line: what a person types and sees, on a real Neo4j."""

from __future__ import annotations

import importlib.util
import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result
from typer.testing import CliRunner
from uuid_utils import uuid4

from graphmem.claims import Request
from graphmem.cli.brain import unread
from graphmem.cli.main import app
from graphmem.cli.neo4j import with_login
from graphmem.doctor import machine as checks
from graphmem.memory import Memory
from graphmem.settings import settings
from graphmem_contract.errors import ModelError, SetupError
from tests.conftest import Server
from tests.story.staging import with_models

KNOWN = (
    {"subject": "Ana", "relation": "works_at", "object": "Acme", "object_is_entity": True, "valid_from": "2024-01-01"},
    {"subject": "Ana", "relation": "works_at", "object": "Globex", "object_is_entity": True, "valid_from": "2025-03-01"},
)  # fmt: skip


@pytest.fixture
def name() -> str:
    return f"test-{uuid4()}"


def run(shell: CliRunner, *words: str, expect: int = 0) -> Result:
    result = shell.invoke(app, list(words))
    assert result.exit_code == expect, result.output
    assert "Traceback" not in result.output
    return result


def lines(folder: Path, *records: Any) -> str:
    file = folder / "records.ndjson"
    file.write_text("".join(f"{one if isinstance(one, str) else json.dumps(one)}\n" for one in records), "utf8")
    return str(file)


def test_help_names_every_command(shell: CliRunner) -> None:
    told = run(shell, "--help").output
    for command in (
        "serve",
        "remember",
        "recall",
        "facts",
        "import",
        "neo4j",
        "procedures",
        "reembed",
        "reextract",
        "doctor",
        "demo",
        "mcp",
    ):
        assert command in told


def test_the_version_is_told(shell: CliRunner) -> None:
    assert run(shell, "--version").output.startswith("graphmem 0.")


def test_facts_go_in_and_come_out_as_of_a_day(shell: CliRunner, name: str, tmp_path: Path) -> None:
    report = json.loads(run(shell, "import", name, lines(tmp_path, *KNOWN), "--json").stdout)
    assert report["records"] == 2
    assert not report["rejected"]
    now = json.loads(run(shell, "facts", name, "--subject", "Ana", "--json").stdout)
    assert [fact["object"] for fact in now["facts"]] == ["Globex"]
    then = json.loads(run(shell, "facts", name, "--subject", "Ana", "--at", "2024-06-01", "--json").stdout)
    assert [fact["object"] for fact in then["facts"]] == ["Acme"]
    assert then["facts"][0]["valid_until"] == "2025-03-01T00:00:00Z"


def test_two_who_were_taken_for_one_are_split_and_merged_again(shell: CliRunner, name: str, tmp_path: Path) -> None:
    told = [
        {"subject": "Odile", "relation": relation, "object": thing}
        for relation, thing in (("likes", "tea"), ("keeps", "bees"))
    ]
    run(shell, "import", name, lines(tmp_path, *told))
    listed = json.loads(run(shell, "facts", name, "--json").output)["facts"]
    bees = next(one["id"] for one in listed if one["object"] == "bees")
    chosen = (name, "Odile", "--fact", bees, "--name", "Odile Marchand")
    assert "nothing has changed" in run(shell, "entities", "split", *chosen, "--dry-run").output
    split = json.loads(run(shell, "entities", "split", *chosen, "--json").output)
    assert "bees" in run(shell, "facts", name, "--subject", "Odile Marchand").output
    merged = json.loads(
        run(shell, "entities", "merge", name, split["parted_from"], split["entity_id"], "--json").output
    )
    assert "bees" in run(shell, "facts", name, "--subject", split["parted_from"]).output
    run(shell, "entities", "unmerge", name, split["entity_id"], merged["merges"][0]["merge_id"])
    assert "bees" not in run(shell, "facts", name, "--subject", split["parted_from"]).output


def test_facts_are_told_as_a_table(shell: CliRunner, name: str, tmp_path: Path) -> None:
    run(shell, "import", name, lines(tmp_path, *KNOWN))
    told = run(shell, "facts", name, "--closed").output
    assert "2024-01-01 to 2025-03-01" in told
    assert "since 2025-03-01" in told


def test_a_brain_goes_into_a_file_and_out_of_it(shell: CliRunner, name: str, tmp_path: Path) -> None:
    file = tmp_path / "in.ndjson"
    file.write_text(json.dumps({"subject": "Ana", "relation": "works_at", "object": "Acme"}))
    run(shell, "import", name, str(file))
    run(shell, "export", name, str(tmp_path / "out.ndjson"))
    out = (tmp_path / "out.ndjson").read_text()
    assert out == run(shell, "export", name).stdout
    loaded = json.loads(run(shell, "import-brain", f"{name}-2", str(tmp_path / "out.ndjson"), "--json").stdout)
    assert loaded["counts"]["FACT"] == 1
    assert json.loads(run(shell, "facts", f"{name}-2", "--json").stdout)["facts"][0]["object"] == "Acme"
    run(shell, "import-brain", f"{name}-2", str(tmp_path / "out.ndjson"), expect=1)
    run(shell, "export", f"{name}-nobody", str(tmp_path / "none.ndjson"), expect=1)
    assert [one.name for one in tmp_path.glob("*none*")] == [], "no half of a file"


def test_an_unknown_brain_has_no_facts(shell: CliRunner, name: str) -> None:
    for told in (run(shell, "facts", name).output, run(shell, "recall", name, "Where does Ana work?").output):
        assert f"The brain {name} is empty" in told
    assert "Nothing is known of this." in run(shell, "facts", name, "--subject", "Ana").output


async def test_the_messages_without_facts_are_told_with_the_reason(memory: Memory) -> None:
    class Broken:
        def __init__(self, error: Exception) -> None:
            self.error = error

        async def mentions(self, _: Request) -> Any:
            raise self.error

    brain = memory.brain(f"test-{uuid4()}")
    await with_models(brain, extractor=Broken(ModelError("The model is away."))).remember("I work at Acme.")
    (failed,) = await unread(brain)
    assert failed.startswith("Messages that could not be read: 1. The newest: ModelError: The model is away.")
    with pytest.raises(SetupError):
        await with_models(brain, extractor=Broken(SetupError("pip install it"))).remember("I work at Globex.")
    assert await memory.workers.drain(30), "a command that ends waits for this"
    _, waits = await unread(brain)
    assert waits.startswith("Messages that wait to be read: 1. The newest waits after SetupError: pip install it.")


def test_a_second_import_of_episodes_adds_nothing(shell: CliRunner, name: str, tmp_path: Path) -> None:
    file = lines(
        tmp_path,
        {"content": "Hello.", "speaker": "Ana", "extraction": {"facts": []}},
        {"content": "Yes.", "speaker": "Ana", "extraction": {"facts": []}},
        {"content": "Yes.", "speaker": "Ana", "extraction": {"facts": []}},
    )
    assert json.loads(run(shell, "import", name, file, "--json").stdout)["added"] == 3
    again = json.loads(run(shell, "import", name, file, "--json").stdout)
    assert (again["added"], again["matched"]) == (0, 3)


def test_unusable_lines_are_told_and_the_others_land(shell: CliRunner, name: str, tmp_path: Path) -> None:
    file = lines(tmp_path, KNOWN[0], "{no json", {"subject": "Ana", "relation": "likes"}, {"content": "x", "mood": 1})
    report = json.loads(run(shell, "import", name, file, "--json", expect=1).stdout)
    assert report["added"] == 1
    assert [one["line"] for one in sorted(report["rejected"], key=lambda one: one["line"])] == [2, 3, 4]
    told = {one["line"]: one["error"] for one in report["rejected"]}
    assert "object" in told[3]
    assert "mood" in told[4]


def test_a_line_in_another_encoding_is_told_and_not_stored_with_signs_in_place_of_letters(
    shell: CliRunner, name: str, tmp_path: Path
) -> None:
    file = tmp_path / "latin.ndjson"
    place = '{"subject": "Ana", "relation": "lives_in", "object": "São Paulo"}\n'
    file.write_bytes(json.dumps(KNOWN[0]).encode() + b"\n" + place.encode("latin-1"))
    report = json.loads(run(shell, "import", name, str(file), "--json", expect=1).stdout)
    assert (report["added"], report["left_out"]) == (1, 1)
    (left,) = report["rejected"]
    assert (left["line"], "UTF-8 (byte 56 of the line)" in left["error"]) == (2, True)
    assert json.loads(run(shell, "facts", name, "--relation", "lives_in", "--json").stdout)["facts"] == []


def test_a_message_is_remembered_and_recalled(shell: CliRunner, name: str) -> None:
    result = json.loads(run(shell, "remember", name, "Tea at noon", "--speaker", "Ana", "--json").stdout)
    assert result["success"]
    found = json.loads(run(shell, "recall", name, "tea", "--json").stdout)
    assert [item["episode"]["content"] for item in found["episodes"]] == ["Tea at noon"]
    assert "Tea at noon" in run(shell, "recall", name, "tea").output


def test_recall_takes_its_options_and_tells_what_has_ended(shell: CliRunner, name: str, tmp_path: Path) -> None:
    facts = [
        {
            "subject": "Ana",
            "relation": "works_at",
            "object": "Acme",
            "valid_from": "2020-01-01",
            "valid_until": "2021-01-01",
        },
        {"subject": "Ana", "relation": "works_at", "object": "Globex", "valid_from": "2021-01-01"},
        {"subject": "Bruno", "relation": "works_at", "object": "Initech", "valid_from": "2021-01-01"},
    ]
    run(shell, "import", name, lines(tmp_path, *facts))
    asked = ("recall", name, "Who works where?", "--entity", "Ana", "--recipe", "facts", "--diversity", "0.5")
    told = run(shell, *asked, "--ended").output
    assert "Globex" in told.split("no longer true")[0]
    assert "Acme" in told.split("no longer true")[1]
    assert "Initech" not in told
    assert "no longer true" not in run(shell, *asked).output
    assert "Globex" in run(shell, *asked, "--deep", "--spread").output
    more = [{"subject": "Clara", "relation": "likes", "object": f"tea {n}"} for n in range(3)]
    run(shell, "import", name, lines(tmp_path, *more))
    run(shell, "upkeep", "--brain", name, "--job", "clusters")
    assert "* Clara: Clara likes tea" in run(shell, "recall", name, "What of Clara?", "--recipe", "overview").output
    assert "recipe" in run(shell, "recall", name, "x", "--recipe", "nonsense", expect=1).stderr


def test_recall_says_what_is_to_come_and_what_is_no_longer_and_neither_of_an_event(
    shell: CliRunner, name: str, tmp_path: Path
) -> None:
    facts = [
        {"subject": "Ana", "relation": "lives_in", "object": "Porto", "valid_from": "2020-01-01",
         "valid_until": "2021-01-01"},
        {"subject": "Ana", "relation": "attended", "object": "a concert", "kind": "event", "valid_from": "2020-05-05",
         "valid_until": "2020-05-06"},
        {"subject": "Ana", "relation": "visits", "object": "Rome", "kind": "plan", "valid_from": "2091-01-01"},
    ]  # fmt: skip
    run(shell, "import", name, lines(tmp_path, *facts))
    told = run(
        shell, "recall", name, "Where did Ana live and what did she attend in 2020, and will she visit Rome?"
    ).output
    assert "Ana lives in Porto (2020-01-01 to 2021-01-01, no longer)" in told
    assert "Ana attended a concert (2020-05-05 to 2020-05-06)" in told
    assert "Ana visits Rome (from 2091-01-01, upcoming)" in told


def test_what_was_stored_is_printed_as_it_stands(shell: CliRunner, name: str, tmp_path: Path) -> None:
    signs = [
        {"subject": "parse", "relation": "returns", "object": "list[int]"},
        {"subject": "parse", "relation": "ends_with", "object": "[/x] :key:"},
    ]
    run(shell, "import", name, lines(tmp_path, *signs))
    run(shell, "remember", name, "It ends with [/x]", "--speaker", "[/x]")
    asked = run(shell, "recall", name, "What does parse return?").output
    for told in (asked, run(shell, "facts", name).output):
        assert "list[int]" in told
        assert "[/x] :key:" in told
    assert "[/x]: It ends with [/x]" in asked


def test_recall_gives_a_hundred_results_at_most(shell: CliRunner, name: str) -> None:
    assert "100" in run(shell, "recall", name, "x", "-k", "101", expect=2).stderr
    run(shell, "recall", name, "x", "-k", "100")


def test_standard_input_is_remembered(shell: CliRunner, name: str) -> None:
    result = shell.invoke(app, ["remember", name, "-", "--json"], input="from a pipe")
    assert result.exit_code == 0, result.output
    assert json.loads(result.stdout)["episode_id"]


def test_blank_text_is_no_episode(shell: CliRunner, name: str) -> None:
    assert "nothing to remember" in run(shell, "remember", name, "  ").output


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("facts", "no/brain"), "1 to 128"),
        (("facts", "b", "--at", "yesterday-ish"), "RFC 3339"),
        (("remember", "b", "x", "--speaker", " "), "speaker"),
    ],
)
def test_a_wrong_value_is_one_readable_line(shell: CliRunner, words: tuple[str, ...], told: str) -> None:
    result = run(shell, *words, expect=1)
    assert told in result.stderr
    assert len(result.stderr.strip().splitlines()) == 1


def test_a_database_that_is_not_there_is_one_readable_line(
    shell: CliRunner, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NEO4J_URI", "bolt://127.0.0.1:1")
    settings.cache_clear()
    result = run(shell, "facts", name, expect=1)
    assert "NEO4J_URI" in result.stderr
    assert len(result.stderr.strip().splitlines()) == 1


def test_the_doctor_finds_the_database(shell: CliRunner, name: str) -> None:
    run(shell, "facts", name)
    found = {one["name"]: one for one in json.loads(run(shell, "doctor", "--json").stdout)}
    for check in ("Python", "Neo4j", "schema", "indexes", "embedder"):
        assert found[check]["state"] == "ok", found[check]
    assert found["extractor"]["state"] == "note"
    assert found["procedures"]["state"] in ("ok", "note")


def test_the_doctor_says_how_to_mend(shell: CliRunner, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NEO4J_PASSWORD", "not the password")
    monkeypatch.setenv("GRAPHMEM_EMBEDDER", "nobody-knows")
    settings.cache_clear()
    found = {one["name"]: one for one in json.loads(run(shell, "doctor", "--json", expect=1).stdout)}
    assert found["embedder"]["state"] == "missing"
    assert found["Neo4j"]["state"] == "missing"
    assert "NEO4J_PASSWORD" in found["Neo4j"]["mend"]


def test_the_doctor_tells_the_name_of_an_extra(shell: CliRunner, monkeypatch: pytest.MonkeyPatch) -> None:
    found = importlib.util.find_spec
    monkeypatch.setattr(
        importlib.util, "find_spec", lambda name, *more: None if name == "spacy" else found(name, *more)
    )
    monkeypatch.setenv("GRAPHMEM_EXTRACTOR", "offline")
    settings.cache_clear()
    told = run(shell, "doctor", expect=1).output
    assert "pip install" in told
    assert "[offline]" in told


def test_the_doctor_looks_at_an_embedded_server_that_does_not_run(
    shell: CliRunner, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("NEO4J_URI")
    monkeypatch.setattr(checks, "lacks_journal", lambda folder: False)
    settings.cache_clear()
    found = {one["name"]: one for one in json.loads(run(shell, "doctor", "--json").stdout)}
    assert found["Java"]["state"] == "ok"
    assert found["data folder"]["state"] in ("ok", "note"), "a note where its disk is slow"
    assert found["embedded Neo4j"]["state"] == "note"
    assert "Neo4j" not in found


def test_a_server_that_does_not_run_has_no_address(shell: CliRunner, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NEO4J_URI")
    settings.cache_clear()
    assert json.loads(run(shell, "neo4j", "status", "--json", expect=3).stdout)["phase"] == "stopped"
    assert "neo4j start" in run(shell, "neo4j", "shell-url", expect=1).stderr
    assert "not running" in run(shell, "neo4j", "stop").output


def test_the_address_for_a_shell_has_the_login(shell: CliRunner, server: Server) -> None:
    assert run(shell, "neo4j", "shell-url").stdout.strip() == with_login(server.uri, server.user, server.password)


def test_a_login_is_safe_in_an_address() -> None:
    assert with_login("bolt://host:1", "neo4j", "a/b@c") == "bolt://neo4j:a%2Fb%40c@host:1"


@pytest.mark.needs_spacy
def test_episodes_are_read_again_and_the_reading_is_taken_back(
    shell: CliRunner, name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert "GRAPHMEM_EXTRACTOR" in run(shell, "reextract", name, expect=1).stderr
    monkeypatch.setenv("GRAPHMEM_EXTRACTOR", "offline")
    settings.cache_clear()
    run(shell, "remember", name, "Ana works at Acme.")
    (estimate,) = json.loads(run(shell, "reextract", name, "--dry-run", "--json").stdout)
    assert estimate["episodes"] == 1
    (shown,) = json.loads(run(shell, "reextract", name, "--sample", "1", "--json").stdout)
    assert (shown["episodes"][0]["kept"], shown["episodes"][0]["reextraction_id"]) == (1, None)
    told = run(shell, "reextract", name, "--reason", "newer rules")
    assert ": 1 kept" in told.stdout
    assert "1 episodes, 0 calls, 0 tokens" in told.stdout
    assert "0 episodes" in run(shell, "reextract", name).stdout, "this reader has read it"
    assert "no such new extraction" in run(shell, "reextract", name, "--undo", "nothing", expect=1).stderr


def test_a_wrong_time_of_a_new_extraction_is_one_readable_line(
    shell: CliRunner, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GRAPHMEM_EXTRACTOR", "offline")
    settings.cache_clear()
    result = run(shell, "reextract", name, "--since", "soon", expect=1)
    assert len(result.stderr.strip().splitlines()) == 1
