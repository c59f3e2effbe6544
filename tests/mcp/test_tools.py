"""The tools, through a client of the official SDK in this process."""

from __future__ import annotations

import json
import re
from typing import Any

import jsonschema  # type: ignore[import-untyped]
import pytest
from mcp import Client, MCPError
from uuid_utils import uuid4

from graphmem.brain import Brain
from graphmem.claims import FactVerdict
from graphmem.mcp import refusals
from graphmem.mcp.schemas import input_schema
from graphmem.mcp.server import ToolServer, make_server
from graphmem.mcp.tools import TABLE, tools
from graphmem.memory import Memory
from graphmem.testing.scripted import ScriptedJudge
from graphmem_contract.errors import DatabaseUnavailable, GraphmemError
from graphmem_contract.records import SuppliedExtraction
from tests.mcp.talking import JOBS, call, refused, talking
from tests.story.staging import with_models

DEEP: dict[str, Any] = {}
for _ in range(40):
    DEEP = {"a": DEEP}


async def told(client: Client) -> None:
    """Ana's two employers."""
    for job in JOBS:
        await call(client, "add_fact", **job)


async def works_at(client: Client, **when: Any) -> list[str]:
    answer = await call(client, "facts", subject="Ana", relation="works_at", **when)
    return [fact["object"] for fact in answer["facts"]]


async def test_every_tool_says_when_to_use_it_and_what_it_takes_and_gives(brain: Brain) -> None:
    async with talking(brain) as client:
        listed = (await client.list_tools()).tools
    assert [tool.name for tool in listed] == [tool.name for tool in TABLE]
    for tool in listed:
        assert tool.description
        assert tool.description.endswith(".")
        assert tool.input_schema["type"] == "object"
        assert tool.input_schema["additionalProperties"] is False
        assert tool.output_schema
        jsonschema.Draft202012Validator.check_schema(tool.input_schema)
        jsonschema.Draft202012Validator.check_schema(tool.output_schema)
        assert "brain" not in tool.input_schema["properties"]
    assert len(json.dumps([tool.input_schema for tool in listed])) < 14_600, "agents read this all the time"


async def test_answers_are_what_the_schemas_say(brain: Brain) -> None:
    async with talking(brain) as client:
        await told(client)
        schemas = {tool.name: tool.output_schema for tool in (await client.list_tools()).tools}
        written = await call(client, "remember", content="Ana has a cat.", facts=[JOBS[0]])
        fact = (await call(client, "facts", subject="Ana"))["facts"][0]
        asked: dict[str, dict[str, Any]] = {
            "recall": {"query": "Where does Ana work?"}, "history": {"fact_id": fact["id"]}, "entity": {"name": "Ana"},
            "dependents": {"fact_id": fact["id"]},
            "entities": {}, "neighbours": {"name": "Ana"}, "episode": {"episode_id": written["episode_id"]},
            "ontology": {}, "stats": {}, "memory_recall": {"entity_name": "Ana"}, "memory_search": {"query": "Ana"},
            "memory_write": {"subject": "Ana", "fact": "Ana sings."}, "facts": {}, "add_fact": JOBS[1],
            "remember": {"content": " "}, "invalidate": {"fact_id": fact["id"]}, "restore": {"fact_id": fact["id"]},
            "correct": {"fact_id": fact["id"], "text": "Ana is with Acme.", "dry_run": True},
            "forget": {"what": "fact", "id": fact["id"]},
        }  # fmt: skip
        assert set(asked) == set(schemas)
        for name, arguments in asked.items():
            jsonschema.validate(await call(client, name, **arguments), schemas[name])


async def test_a_fact_is_stated_ended_explained_and_restored(brain: Brain) -> None:
    async with talking(brain) as client:
        await told(client)
        assert await works_at(client) == ["Globex"]
        assert await works_at(client, valid_at="2024-06-01") == ["Acme"]
        fact = (await call(client, "recall", query="Where does Ana work?"))["facts"][0]
        assert (fact["object"], fact["holds_now"]) == ("Globex", True)
        assert fact["valid_from"] == "2025-03-01T00:00:00Z"

        planned = await call(client, "invalidate", fact_id=fact["id"], at="2025-09-01", dry_run=True)
        assert [one["id"] for one in planned["changed"]] == [fact["id"]]
        assert await works_at(client) == ["Globex"]
        await call(client, "invalidate", fact_id=fact["id"], at="2025-09-01", reason="She told me.")
        assert await works_at(client) == []
        found = await call(client, "recall", query="Where does Ana work?")
        assert found["facts"] == []
        assert found["no_longer_true"] == 2

        life = await call(client, "history", fact_id=fact["id"])
        assert [one.get("closed_reason") for one in life["versions"]] == [None, "retracted"]
        assert life["versions"][0]["expired_at"] == life["versions"][1]["recorded_at"]
        await call(client, "restore", fact_id=fact["id"])
        assert await works_at(client) == ["Globex"]


async def test_a_fact_that_was_kept_wrongly_is_set_right_and_that_is_taken_back(brain: Brain) -> None:
    async with talking(brain) as client:
        fact = await call(client, "add_fact", **JOBS[0], valid_until="2024-12-01")
        wrong = fact["id"]
        for way in ({}, {"reason": "She said so."}, {"valid_from": "2025-01-01", "valid_until": "2024-01-01"}):
            assert (await refused(client, "correct", fact_id=wrong, **way))["code"] == "invalid_input"
        planned = await call(client, "correct", fact_id=wrong, object="Initech", dry_run=True)
        assert await works_at(client, valid_at="2024-06-01") == ["Acme"]
        done = await call(client, "correct", fact_id=wrong, object="Initech", valid_from="always", valid_until="open")
        assert (wrong, "corrected") in {(one["id"], one["status"]) for one in planned["changed"]}
        assert (wrong, "corrected") in {(one["id"], one["status"]) for one in done["changed"]}
        assert await works_at(client) == await works_at(client, valid_at="1990-01-01") == ["Initech"]
        assert (await refused(client, "correct", fact_id=wrong, object="Hooli"))["code"] == "conflict"
        await call(client, "restore", fact_id=wrong)
        assert await works_at(client, valid_at="2024-06-01") == ["Acme"]


async def test_what_was_believed_before_can_be_asked_for(brain: Brain) -> None:
    async with talking(brain) as client:
        await call(client, "add_fact", **JOBS[0])
        before = (await brain.facts("Ana"))[0].recorded_at.isoformat()
        await call(client, "add_fact", **JOBS[1])
        assert await works_at(client, known_at=before) == ["Acme"]
        assert await works_at(client) == ["Globex"]


async def test_an_entity_is_told_of_as_who_it_was_then(brain: Brain) -> None:
    async with talking(brain) as client:
        await call(client, "add_fact", **JOBS[0])
        await call(client, "add_fact", subject="Lena", relation="works_at", object="Initech")
        before = (await brain.facts("Lena"))[0].recorded_at.isoformat()
        await brain.entities.merge("Ana", "Lena")
        then = await call(client, "entity", name="Lena", known_at=before)
        assert (then["entity"]["name"], [one["object"] for one in then["facts"]]) == ("Lena", ["Initech"])
        assert (await call(client, "entity", name="Lena"))["entity"]["name"] == "Ana"


async def test_a_text_is_kept_with_the_facts_that_the_agent_has_read_out_of_it(brain: Brain) -> None:
    people = [{"name": "Ana", "type": "person", "aliases": ["Aninha"]}, {"name": "Acme", "type": "organization"}]
    async with talking(brain) as client:
        written = await call(
            client, "remember", content="I work at Acme.", speaker="Ana", occurred_at="2024-01-01", entities=people,
            facts=[{"subject": "Ana", "relation": "works_at", "object": "Acme"}],
        )  # fmt: skip
        assert [line["object"] for line in written["added"]] == ["Acme"]
        assert {(one["name"], one["type"]) for one in written["entities"]} == {
            ("Ana", "person"),
            ("Acme", "organization"),
        }
        episode = await call(client, "episode", episode_id=written["episode_id"])
        assert (episode["content"], episode["speaker"]) == ("I work at Acme.", "Ana")
        assert (await call(client, "entity", name="aninha"))["entity"]["name"] == "Ana"
        around = await call(client, "neighbours", name="Ana")
        assert [(one["entity"], one["hops"]) for one in around["neighbours"]] == [("Acme", 1)]
        again = await call(client, "remember", content="I work at Globex now.", speaker="Ana", facts=[JOBS[1]])
        assert [line["object"] for line in again["ended"]] == ["Acme"]


async def test_what_a_person_wants_forgotten_is_gone_and_what_it_had_ended_holds_again(brain: Brain) -> None:
    async with talking(brain) as client:
        await call(client, "remember", content="Ana works at Acme.", facts=[JOBS[0]])
        second = await call(client, "remember", content="Ana left for Globex.", facts=[JOBS[1]])
        wanted = {"what": "episode", "id": second["episode_id"]}
        shown = await call(client, "forget", **wanted, dry_run=True)
        assert shown["removed"]["episodes"] == [second["episode_id"]]
        assert await works_at(client) == ["Globex"]
        await call(client, "forget", **wanted)
        assert await works_at(client) == ["Acme"]
        assert (await refused(client, "episode", episode_id=second["episode_id"]))["code"] in ("forgotten", "not_found")
        assert (await refused(client, "forget", what="brain", id="x"))["field"] == "what"


async def test_a_dry_run_writes_nothing(brain: Brain) -> None:
    async with talking(brain) as client:
        shown = await call(client, "remember", content="Ana works at Acme.", facts=[JOBS[0]], dry_run=True)
        assert [line["object"] for line in shown["added"]] == ["Acme"]
        assert (await call(client, "stats"))["revision"] == 0


async def test_a_null_is_the_same_as_nothing_and_always_has_no_beginning(brain: Brain) -> None:
    async with talking(brain) as client:
        fact = {"subject": "Ana", "relation": "born_in", "object": "Recife"}
        assumed = await call(client, "add_fact", **fact, valid_from=None, text=None, confidence=None)
        assert assumed["valid_from"]
        since_ever = await call(client, "add_fact", **{**fact, "subject": "Bruno"}, valid_from="always")
        assert "valid_from" not in since_ever
        assert (await call(client, "recall", query="Recife", k=None, entities=None))["facts"]


async def test_a_fact_that_is_known_is_only_confirmed(brain: Brain) -> None:
    async with talking(brain) as client:
        first = await call(client, "add_fact", **JOBS[0])
        second = await call(client, "add_fact", **JOBS[0])
        assert (first["matched"], second["matched"]) == (False, True)
        assert first["id"] == second["id"]


async def test_a_judge_is_asked_about_the_facts_of_an_agent_on_request_only(brain: Brain) -> None:
    judge = ScriptedJudge(facts=lambda _: FactVerdict("new"))
    settings = brain.engine.settings.with_overrides(reconcile_threshold=0.0)
    boat = {"subject": "Ana", "object": "a boat", "object_is_entity": False}
    async with talking(with_models(brain, judge=judge, settings=settings)) as client:
        await call(client, "add_fact", relation="rents", **boat)
        await call(client, "add_fact", relation="charters", **boat)
        await call(client, "remember", content="The boat.", facts=[{"relation": "sails", **boat}])
        assert judge.asked_facts == []
        await call(client, "add_fact", relation="paints", **boat, judge=True)
        await call(client, "remember", content="That boat.", facts=[{"relation": "moors", **boat}], judge=True)
        assert len(judge.asked_facts) == 2


async def test_long_lists_come_in_pages(brain: Brain) -> None:
    async with talking(brain) as client:
        for number in range(5):
            await call(client, "add_fact", subject="Ana", relation="likes", object=f"tea {number}")
        page = await call(client, "facts", subject="Ana", limit=3)
        rest = await call(client, "facts", subject="Ana", limit=3, cursor=page["next_cursor"])
        assert [len(page["facts"]), len(rest["facts"])] == [3, 2]
        assert "next_cursor" not in rest
        known = await call(client, "entity", name="Ana", limit=3)
        rest = await call(client, "entity", name="Ana", limit=3, cursor=known["next_cursor"])
        assert [len(known["facts"]), len(rest["facts"])] == [3, 2]


async def test_a_long_episode_is_cut_in_lists_and_whole_by_id(brain: Brain) -> None:
    async with talking(brain) as client:
        text = "Ana likes tea. " * 300
        written = await call(client, "remember", content=text, facts=[])
        (seen,) = (await call(client, "recall", query="Who likes tea?"))["episodes"]
        assert seen["truncated"]
        assert len(seen["content"]) < len(text)
        whole = await call(client, "episode", episode_id=written["episode_id"])
        assert whole["content"] == text
        assert "truncated" not in whole


async def test_of_a_very_long_episode_the_part_is_shown_that_answers(brain: Brain) -> None:
    async with talking(brain) as client:
        idle = "The weather was as it had been on the days before, and nobody spoke of it. " * 100
        await call(client, "remember", content=f"{idle}\n\nZebedee keeps penguins.\n\n{idle}", facts=[])
        (seen,) = (await call(client, "recall", query="Who keeps penguins?"))["episodes"]
        assert "Zebedee keeps penguins." in seen["content"]
        assert seen["truncated"]
        assert len(seen["content"]) <= 2000


async def test_brains_are_apart_and_named_where_none_is_bound(brain: Brain) -> None:
    other = f"test-{uuid4()}"
    async with talking(brain, bound=False) as client:
        assert all("brain" in tool.input_schema["required"] for tool in (await client.list_tools()).tools)
        await call(client, "add_fact", brain=brain.name, **JOBS[0])
        assert (await call(client, "facts", brain=brain.name))["facts"]
        assert (await call(client, "facts", brain=other))["facts"] == []
        assert (await call(client, "recall", brain=other, query="Ana"))["facts"] == []
        assert (await refused(client, "entity", brain=other, name="Ana"))["code"] == "not_found"
        assert (await refused(client, "facts"))["field"] == "brain"
        for bad in ("", "a b", "../x", "ü", "x" * 129, 5):
            assert (await refused(client, "facts", brain=bad))["code"] == "invalid_input"
    async with talking(brain) as client:
        assert (await refused(client, "facts", brain=other))["field"] == "brain"


@pytest.mark.parametrize(
    ("tool", "arguments", "code", "field"),
    [
        ("recall", {"query": "a\0b"}, "invalid_input", "query"),
        ("recall", {"query": "x", "k": 0}, "invalid_input", "k"),
        ("recall", {"query": "x" * 20_001}, "invalid_input", "query"),
        ("recall", {"query": "x", "colour": "red"}, "invalid_input", "colour"),
        ("recall", {"query": "x", "valid_at": "next week"}, "invalid_input", "valid_at"),
        ("recall", {"entities": "Ana"}, "invalid_input", "entities"),
        ("facts", {"subject": {"name": "Ana"}}, "invalid_input", "subject"),
        ("facts", {"cursor": "nonsense"}, "invalid_input", "cursor"),
        ("facts", {"subject": DEEP}, "invalid_input", None),
        ("add_fact", {"subject": "Ana", "relation": "likes"}, "invalid_input", "object"),
        ("add_fact", {"subject": "", "relation": "likes", "object": "tea"}, "invalid_input", "subject"),
        ("add_fact", {"subject": "A", "relation": "likes", "object": "x" * 1001}, "invalid_input", "object"),
        ("add_fact", {**JOBS[0], "valid_from": "2024-02-30"}, "invalid_input", "valid_from"),
        ("add_fact", {**JOBS[0], "valid_until": "2023-01-01"}, "invalid_input", None),
        ("add_fact", {**JOBS[0], "action": "was"}, "invalid_input", "action"),
        ("remember", {}, "invalid_input", "content"),
        ("remember", {"content": "x", "speaker": " "}, "invalid_input", None),
        ("remember", {"content": "x", "facts": [{"subject": "Ana"}]}, "invalid_input", "facts.0.relation"),
        ("remember", {"content": "x" * 200_001}, "too_large", "content"),
        ("invalidate", {"fact_id": "no such"}, "not_found", None),
        ("correct", {"fact_id": "no such", "object": "tea"}, "not_found", None),
        ("correct", {"fact_id": "x", "valid_from": "soon"}, "invalid_input", "valid_from"),
        ("history", {"fact_id": "MATCH (n) DETACH DELETE n"}, "not_found", None),
        ("entity", {"name": "' OR 1=1 //"}, "not_found", None),
        ("neighbours", {"name": "Ana", "hops": 9}, "invalid_input", "hops"),
        ("episode", {"episode_id": "no such"}, "not_found", None),
        ("memory_write", {"subject": "Ana", "fact": " \0"}, "invalid_input", "fact"),
    ],
)  # fmt: skip
async def test_bad_input_is_refused_in_words_and_nothing_is_written(
    brain: Brain, tool: str, arguments: dict[str, Any], code: str, field: str | None
) -> None:
    async with talking(brain) as client:
        error = await refused(client, tool, **arguments)
        assert error["code"] == code, error
        assert error["retryable"] is False
        if field:
            assert error["field"] == field
        assert (await call(client, "stats"))["revision"] == 0


@pytest.mark.parametrize(
    "text", ["'; DROP", "}) DETACH DELETE n //", '+a -b "c" AND (', "</s>\u202e\u0000"[:-1], "🦜" * 300, "{{7*7}}"]
)
async def test_hostile_text_is_only_text(brain: Brain, text: str) -> None:
    async with talking(brain) as client:
        await call(client, "remember", content=text, facts=[{"subject": "Ana", "relation": "said", "object": text}])
        await call(client, "recall", query=text)
        assert [f["object"] for f in (await call(client, "facts", subject="Ana"))["facts"]] == [text]


async def test_what_the_graph_does_not_allow_is_told_with_a_way_out(brain: Brain) -> None:
    async with talking(brain) as client:
        fact = await call(client, "add_fact", **JOBS[0])
        assert (await refused(client, "restore", fact_id=fact["id"]))["code"] == "nothing_to_restore"
        await call(client, "invalidate", fact_id=fact["id"])
        error = await refused(client, "invalidate", fact_id=fact["id"])
        assert error["code"] == "already_closed"
        assert "history" in error["what_to_do"]


async def test_an_unknown_tool_is_an_error_of_the_protocol(brain: Brain) -> None:
    async with talking(brain) as client:
        with pytest.raises(MCPError, match="no tool 'drop_all'"):
            await client.call_tool("drop_all", {})


async def test_a_server_that_only_reads_has_no_tools_that_write(brain: Brain) -> None:
    async with talking(brain, read_only=True) as client:
        listed = (await client.list_tools()).tools
        assert all(tool.annotations and tool.annotations.read_only_hint for tool in listed)
        assert {"recall", "facts", "memory_search"} <= {tool.name for tool in listed}
        with pytest.raises(MCPError):
            await client.call_tool("add_fact", dict(JOBS[0]))


async def test_a_memory_that_cannot_be_reached_is_told_and_tried_again(brain: Brain) -> None:
    failures = [DatabaseUnavailable("Neo4j cannot be reached.", retry_after=2.0)]

    async def memory() -> Memory:
        if failures:
            raise failures.pop()
        return Memory(brain.engine)

    async with Client(make_server(memory, brain.name)) as client:
        error = await refused(client, "stats")
        assert (error["code"], error["retryable"], error["retry_after"]) == ("database_unavailable", True, 2.0)
        assert await call(client, "stats")


async def test_an_accident_is_told_without_its_workings(brain: Brain, caplog: pytest.LogCaptureFixture) -> None:
    async def memory() -> Memory:
        raise ZeroDivisionError("secret /etc/passwd")

    with caplog.at_level("ERROR", "graphmem.mcp"):
        async with Client(make_server(memory, brain.name)) as client:
            result = await client.call_tool("stats", {})
    assert "secret" not in result.model_dump_json()
    assert "internal" in result.model_dump_json()
    told = [(one.graphmem["tool"], one.exc_info[0]) for one in caplog.records if one.name == "graphmem.mcp"]
    assert told == [("stats", ZeroDivisionError)]


def test_every_error_has_something_to_do() -> None:
    todo, codes = [GraphmemError], set()
    while todo:
        kind = todo.pop()
        codes.add(kind.code)
        todo += [
            below
            for below in kind.__subclasses__()
            if below.__module__.startswith(("graphmem.", "graphmem_contract.errors"))
        ]
    assert codes <= set(refusals.ADVICE)


async def test_the_block_is_a_resource_and_a_prompt(brain: Brain) -> None:
    async with talking(brain) as client:
        await told(client)
        listed, _ = (await client.list_resources()).resources
        (content,) = (await client.read_resource(listed.uri)).contents
        assert "Globex" in content.text  # type: ignore[union-attr]
        prompt = await client.get_prompt("memory", {"question": "Where does Ana work?"})
        assert "Globex" in prompt.messages[0].content.text  # type: ignore[union-attr]
        for bad in ("graphmem://brains/other/context", "file:///etc/passwd"):
            with pytest.raises(MCPError):
                await client.read_resource(bad)


async def test_the_block_of_any_brain_where_none_is_bound(brain: Brain) -> None:
    async with talking(brain, bound=False) as client:
        template, _ = (await client.list_resource_templates()).resource_templates
        address = template.uri_template.replace("{brain}", brain.name)
        (content,) = (await client.read_resource(address)).contents
        assert content.text == "Nothing is known yet."  # type: ignore[union-attr]
        with pytest.raises(MCPError, match="A brain's name has"):
            await client.read_resource("graphmem://brains/a%20b/context")
        with pytest.raises(MCPError, match="Name the brain"):
            await client.get_prompt("memory", {})


def test_a_name_that_is_none_is_told_before_anything_starts() -> None:
    with pytest.raises(GraphmemError):
        make_server(None, "a b")  # type: ignore[arg-type]
    assert ToolServer(None, None, dict(tools())).tools  # type: ignore[arg-type]


async def test_an_assumed_start_yields_to_a_start_that_was_stated_later(brain: Brain) -> None:
    acme, globex = ({"subject": "Ana", "relation": "works_at", "object": name} for name in ("Acme", "Globex"))
    async with talking(brain) as client:
        await call(client, "remember", content="I work at Acme.", occurred_at="2026-06-05", facts=[acme])
        since = {**globex, "valid_from": "2026-05-01"}
        await call(client, "remember", content="I joined Globex in May.", occurred_at="2026-06-20", facts=[since])
        assert await works_at(client) == ["Globex"]
        assert await works_at(client, valid_at="2026-04-01") == ["Acme"]


def test_every_list_of_a_tool_has_a_limit() -> None:
    """The arguments that the tools describe: an array without `maxItems` is a list without a limit."""
    without: set[str] = set()

    def walk(schema: Any, path: str, known: dict[str, Any], seen: tuple[str, ...]) -> None:
        if "$ref" in schema and (name := schema["$ref"].rsplit("/", 1)[1]) not in seen:
            walk(known[name], path, known, (*seen, name))
        if schema.get("type") == "array" and "maxItems" not in schema:
            without.add(path)
        for name, part in schema.get("properties", {}).items():
            walk(part, f"{path}.{name}", known, seen)
        for part in (*schema.get("anyOf", ()), *schema.get("allOf", ()), schema.get("items")):
            if isinstance(part, dict):
                walk(part, f"{path}[]", known, seen)

    for tool in TABLE:
        schema = input_schema(tool.asks, with_brain=True)
        walk(schema, tool.name, schema.get("$defs", {}), ())
    assert not without


async def test_ids_of_another_brain_are_found_by_no_tool(brain: Brain, memory: Memory) -> None:
    other = memory.brain(f"{brain.name}-other")
    async with talking(other) as client:
        fact = (await call(client, "add_fact", **JOBS[0]))["id"]
        episode = (await call(client, "remember", content="Ana left.", facts=[JOBS[1]]))["episode_id"]
        entity = (await call(client, "entity", name="Ana"))["entity"]["id"]
    before = await other.overview.stats()
    calls: dict[str, list[dict[str, Any]]] = {
        "remember": [],
        "add_fact": [{**JOBS[0], "evidence_ids": [fact]}],
        **{key: [{"fact_id": fact}] for key in ("history", "dependents")},
        "episode": [{"episode_id": episode}],
        "invalidate": [{"fact_id": fact}, {"fact_id": fact, "superseded_by": fact}],
        "correct": [{"fact_id": fact, "object": "Initech"}],
        "restore": [{"fact_id": fact}],
        "forget": [
            {"what": what, "id": id_} for what, id_ in (("fact", fact), ("episode", episode), ("entity", entity))
        ],
        "entity": [{"name": entity}],
        "neighbours": [{"name": entity}],
        "memory_recall": [{"entity_name": entity}],
    }
    takes_ids = {
        tool.name
        for tool in TABLE
        if re.search(
            r'"[a-z_]*ids?"|"name"|entity_name|superseded_by',
            json.dumps(input_schema(tool.asks, with_brain=False)["properties"]),
        )
    }
    assert takes_ids <= {*calls, "recall", "facts"}
    async with talking(brain) as client:
        for name, given in calls.items():
            for arguments in given:
                error = await refused(client, name, **arguments)
                assert error["code"] in ("not_found", "invalid_input"), (name, arguments)
        # A message is kept whatever its facts rest on; the fact has no period.
        kept = await call(client, "remember", content="x", facts=[{**JOBS[0], "evidence_ids": [fact]}])
        assert (kept.get("facts_added", []), len(kept["skipped"])) == ([], 1)
        assert (await call(client, "facts", subject=entity))["facts"] == []
        assert (await call(client, "recall", query="Ana", entities=[entity]))["facts"] == []
    assert (await brain.overview.stats()).facts == 0
    assert await other.overview.stats() == before


async def test_a_recall_tells_the_standing_instructions_as_fields_and_in_the_block(brain: Brain) -> None:
    supplied = SuppliedExtraction(entities=[], facts=[])
    await brain.remember("Never suggest seafood when I ask about dinner.", role="user", extraction=supplied)
    await brain.upkeep.tick(["directives"])
    async with talking(brain) as client:
        answer = await call(client, "recall", query="What is for dinner?")
        block = await client.read_resource("graphmem://context")
    (told,) = answer["standing_instructions"]
    assert told["text"] == "Never suggest seafood when I ask about dinner"
    assert told["scope"] == "when I ask about dinner"
    assert "Standing instructions:\n- Never suggest seafood" in str(block.contents[0].text)
