"""No statement starts with a scan of everything."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from graphmem.graph.statements import cypher_root, sent, statement, without_version
from graphmem.memory import Memory

ROOT = cypher_root()
FILES = sorted(ROOT.rglob("*.cypher"))
SCANS = {
    "AllNodesScan",
    "NodeByLabelScan",
    "UnionNodeByLabelsScan",
    "DirectedAllRelationshipsScan",
    "UndirectedAllRelationshipsScan",
    "DirectedRelationshipTypeScan",
    "UndirectedRelationshipTypeScan",
    "DirectedUnionRelationshipTypesScan",
    "UndirectedUnionRelationshipTypesScan",
    "PartitionedAllNodesScan",
    "PartitionedNodeByLabelScan",
}
WHOLE_DATABASE = {
    "explore/brains", "api/brains", "truth/unsettled_brains", "truth/read_unread",
    "queue/by_brain", "queue/queued",
    "feed/outdated", "api/retained_brains", "webhooks/due", "upkeep/due_jobs", "items/prune",
}  # fmt: skip
"""Lists of all brains, and of what waits or has expired in all of them: few nodes. `$brains` keeps a caller to its own."""
ABOVE_THE_BRAINS = (
    "setup/", "access/", "vectors/claim", "vectors/release", "vectors/begin", "vectors/switch", "vectors/end", "vectors/brains",
)  # fmt: skip
"""Statements of the schema, of its embedder and of the keys; keys say who may enter which brain, and touch no brain."""
WHOLE_BRAIN = {"explore/stats", "explore/moments_system"}
"""Counts read a whole brain, from an index."""
GROWING = ("Statement(", "FACT(", "FACT_WAS(")
"""The labels with most nodes of a brain, which every message reads. A lookup of few nodes may be a scan while there are few."""
SOUGHT = re.compile(
    r"MATCH (?:\(\w*\)-\[|\()(\w*):(Statement|FACT|FACT_WAS) \{brain: \$brain, ([^{}]*)\}[\])](?:->?\(\w*\))?\s*"
    r"(USING INDEX SEEK \w+:\w+)?"
)
NESTED = re.compile(
    r"(?:\b(?:any|all|none|single)\(|\[)\s*\w+ IN [^{}]*? WHERE [^{}]*?"
    r"EXISTS \{\s*MATCH ([^{}]*\{brain: \$brain[^{}]*\}[\])][^{}]*?)\}"
)
"""A lookup in a predicate over a list, or in a list comprehension."""
LOOKUP = re.compile(r"MATCH [^{}]*\{brain: \$(?:q\.)?brain, ")
PLANS: dict[str, dict[str, Any]] = {}
"""The plans of this run by the text of the statement."""
TOUCHES = re.compile(r"\((?:\w+)?:(\w+)|\[(?:\w+)?:(\w+)")


def names() -> list[str]:
    """Every statement that is sent as it is."""
    folders = [f for f in ROOT.iterdir() if f.is_dir() and f.name not in ("schema", "browser")]
    files = sorted(path for folder in folders for path in folder.glob("*.cypher"))
    return [path.relative_to(ROOT).with_suffix("").as_posix() for path in files if not _is_fragment(path)]


def _is_fragment(path: Path) -> bool:
    """A fragment, which other statements include, says so in its first line."""
    return "fragment" in path.read_text("utf8").splitlines()[0].lower()


def operators(plan: dict[str, Any]) -> set[str]:
    """The operators of a plan, without their runtime."""
    below = (operators(child) for child in plan.get("children", []))
    return {plan["operatorType"].split("@")[0]}.union(*below)


def whole_brain_reads(
    plan: dict[str, Any], of: Sequence[str] = GROWING, ways: Sequence[str] = ("IndexSeek",)
) -> list[str]:
    """Index seeks that only the brain narrows, and a walk over everything in a brain."""
    below = [one for child in plan.get("children", []) for one in whole_brain_reads(child, of, ways)]
    told = str(plan["args"].get("Details", ""))
    conditions = told.split(" WHERE ")[-1].split(", cache[")[0].split(" AND ")
    narrowing = [c for c in conditions if not c.startswith("brain = ") and not c.endswith("IS NOT NULL")]
    reads = any(way in plan["operatorType"] for way in ways) and "(brain, " in told and " WHERE " in told
    return [*below, told] if reads and not narrowing and any(many in told for many in of) else below


async def test_no_statement_reads_all_that_a_brain_was_told(memory: Memory) -> None:
    plans = {name: await _plan(memory, name) for name in await _planned(memory) if name not in WHOLE_BRAIN}
    assert {name: read for name, plan in plans.items() if (read := whole_brain_reads(plan))} == {}


@pytest.mark.parametrize("name", [n for n in names() if "replan=skip" in statement(n)])
async def test_a_statement_that_keeps_its_first_plan_reads_nothing_of_a_brain_that_grows(
    memory: Memory, name: str
) -> None:
    """A scan costs nothing while the graph is nearly empty, so Neo4j may choose one for the others; it plans them again."""
    read = whole_brain_reads(await _plan(memory, name), ("(",), ("IndexSeek", "IndexScan"))
    assert [one for one in read if ":RelationType(" not in one] == []  # there are a few dozen of these


@pytest.mark.parametrize("name", [n for n in names() if "replan=skip" in statement(n)])
def test_a_statement_that_keeps_its_first_plan_seeks_by_named_indexes(name: str) -> None:
    """Its first plan may be made for an empty graph, where a scan of an index costs nothing."""
    lines = statement(name).splitlines()
    sought = [(line, after) for line, after in zip(lines, [*lines[1:], ""], strict=True) if LOOKUP.search(line)]
    assert sought
    assert [line for line, after in sought if "USING INDEX SEEK" not in line + after] == []


def test_an_index_that_is_named_is_sought_in_and_not_scanned() -> None:
    assert [name for name in names() if re.search(r"USING INDEX (?!SEEK )", statement(name))] == []


PAGES = ("facts", "rated_facts", "rated_entities", "associations", "facts_to_compare", "renamed_entities", "unembedded")
"""Pages of upkeep over a whole brain, in the order of an index."""


@pytest.mark.parametrize("name", PAGES)
async def test_a_page_of_upkeep_reads_no_further_than_the_page(memory: Memory, name: str) -> None:
    """What follows a Top or a Sort has read all that is left of the brain; a Limit stops the index."""
    below = _below_the_limit(await _plan(memory, f"upkeep/{name}"))
    assert below
    assert not {"Top", "PartialTop", "Sort"} & below


def _below_the_limit(plan: dict[str, Any]) -> set[str]:
    """The operators that feed the limits of a plan."""
    if plan["operatorType"].split("@")[0] in {"Limit", "Top"}:
        return operators(plan)
    return {name for child in plan.get("children", []) for name in _below_the_limit(child)}


def test_the_long_statements_of_a_question_keep_their_plans() -> None:
    """Neo4j plans others again while the graph grows."""
    assert {name for name in names() if "replan=skip" in statement(name)} == {
        "recall/asked_path",
        "recall/recall",
        "recall/recall_past",
    }


def _nothing(text: str) -> dict[str, Any]:
    """A value for each parameter, as a plan needs it."""
    return {parameter: {} if parameter == "q" else None for parameter in re.findall(r"\$(\w+)", text)}


async def _plan(memory: Memory, name: str) -> dict[str, Any]:
    """Return the plan of a statement as it is sent."""
    form, given = sent(name, _nothing(statement(name)))
    return await _explained(memory, form, given)


async def _explained(memory: Memory, form: str, given: dict[str, Any]) -> dict[str, Any]:
    """Return the plan of a text. Each is made once: Neo4j takes up to a second to plan a long one."""
    if form not in PLANS:
        explained = "CYPHER 25 EXPLAIN " + without_version(form)
        _, summary, _ = await memory.store.driver.execute_query(explained, given)  # type: ignore[arg-type]
        assert summary.plan is not None
        PLANS[form] = dict(summary.plan)
    return PLANS[form]


def test_what_is_sought_by_its_ends_names_the_index() -> None:
    """A plan depends on the graph at the first use of a statement, which may be empty."""
    by_ends = re.compile(r"(subjectId|objectId|relation):")
    found = [(path.name, hit) for path in FILES for hit in SOUGHT.finditer(path.read_text("utf8"))]
    sought = [(name, hit) for name, hit in found if by_ends.search(hit[3]) and "factId:" not in hit[3]]
    assert [(name, hit[0]) for name, hit in sought if not hit[4]] == []


def test_what_a_list_predicate_looks_up_names_the_index() -> None:
    """Neo4j hides the plan of such a lookup, and keeps the one that it made first, perhaps for an empty graph: a scan."""
    found = [(name, hit) for name in names() for hit in NESTED.finditer(statement(name))]
    assert [(name, hit[0]) for name, hit in found if "USING INDEX" not in hit[1]] == []


async def test_no_statement_starts_at_a_scan(memory: Memory) -> None:
    names_ = [name for name in await _planned(memory) if name not in WHOLE_DATABASE]
    plans = [(name, await _plan(memory, name)) for name in names_]
    # The procedures and the schema send theirs with each parameter by itself.
    plain = [name for name in names_ if name.startswith(("procedures/", "setup/"))]
    plans += [(n, await _explained(memory, statement(n), _nothing(statement(n)))) for n in plain]
    assert [(name, scans) for name, plan in plans if (scans := operators(plan) & SCANS)] == []


async def _planned(memory: Memory) -> list[str]:
    """The statements that the server can plan: a server without graphmem's procedures cannot plan their calls."""
    there = await _has_procedures(memory)
    return [name for name in names() if there or "CALL graphmem." not in statement(name)]


async def _has_procedures(memory: Memory) -> bool:
    """Whether the server has the procedures of graphmem."""
    rows, _, _ = await memory.store.driver.execute_query(
        "SHOW PROCEDURES YIELD name WHERE name STARTS WITH 'graphmem.' RETURN name LIMIT 1"
    )
    return bool(rows)


def test_there_are_statements_to_look_at() -> None:
    assert {"ingest/commit", "truth/read_groups", "procedures/bfs"} <= set(names())


def test_every_file_has_a_header() -> None:
    assert [path.name for path in FILES if not path.read_text("utf8").startswith("// ")] == []


def test_every_statement_is_bound_to_a_brain() -> None:
    in_a_brain = [n for n in names() if not n.startswith(ABOVE_THE_BRAINS) and n not in WHOLE_DATABASE]
    assert [name for name in in_a_brain if not re.search(r"\$(q\.)?brain\b", statement(name))] == []


def test_a_statement_about_keys_sees_nothing_in_a_brain() -> None:
    for name in (name for name in names() if name.startswith("access/")):
        seen = {label or kind for label, kind in TOUCHES.findall(statement(name))}
        assert seen <= {"ApiKey", "AuditLine", "Brain", "Login"}, name


def test_no_folder_of_statements_is_left_out() -> None:
    folders = {path.parent.name for path in ROOT.rglob("*.cypher")} - {"schema", "drop"}
    assert {name.split("/")[0] for name in names()} == folders
