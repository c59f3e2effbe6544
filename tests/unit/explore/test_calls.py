"""Calls are resolved and checked before anything is sent; results show no internals."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

import pytest
from neo4j.graph import Graph, Node
from neo4j.time import DateTime

from graphmem.explore.call_grammar import read_call
from graphmem.explore.calls import MOST_ROWS, call, cypher, shown_as
from graphmem_contract.errors import DatabaseError, InvalidInput, NotFound
from graphmem_contract.reports import CallResult


class FakeStore:
    """Returns given rows, and keeps what was sent."""

    def __init__(self, rows: Sequence[dict[str, Any]] = (), error: str | None = None) -> None:
        self.rows, self.error = list(rows), error
        self.plan: dict[str, Any] = {"operatorType": "ProduceResults@neo4j", "children": []}
        self.kind = "r"
        self.sent: list[tuple[str, dict[str, Any]]] = []
        self.unknown: dict[str, Any] = {}
        self.asked: dict[str, Any] = {}

    async def some(self, name: str, most: int, seconds: float, /, **parameters: Any) -> list[dict[str, Any]]:
        self.sent.append((name, parameters))
        if self.error:
            raise DatabaseError(self.error)
        return self.rows[:most]

    async def read(self, name: str, /, **parameters: Any) -> list[dict[str, Any]]:
        if name == "procedures/known":
            self.asked = parameters
            return [{"brain": True, "names": [], "facts": [], **self.unknown}]
        self.sent.append((name, parameters))
        return [{"q": {"text": parameters["text"]}}]

    async def explain(self, text: str, parameters: dict[str, Any]) -> tuple[dict[str, Any], str]:
        return self.plan, self.kind

    async def free(
        self, text: str, parameters: dict[str, Any], most: int, seconds: float
    ) -> tuple[list[str], list[dict[str, Any]]]:
        if self.error:
            raise DatabaseError(self.error)
        self.sent.append((text, parameters))
        return list(self.rows[0]) if self.rows else [], self.rows[:most]


async def embed(texts: Sequence[str]) -> list[list[float]]:
    return [[float(len(text)), 1.0] for text in texts]


async def run(store: FakeStore, text: str, **parameters: Any) -> CallResult:
    return await call(store, "b", read_call(text), parameters, embed)  # type: ignore[arg-type]


async def free(store: FakeStore, text: str = "MATCH (n) RETURN n", **parameters: Any) -> CallResult:
    return await cypher(store, "b", text, parameters)  # type: ignore[arg-type]


ROWS: list[dict[str, Any]] = [
    {"fact": {"factText": f"fact {n}", "n": n}, "entity": None, "hops": hops, "path": []}
    for n, hops in ((1, 2), (2, 1), (3, 2))
]


async def test_the_file_of_the_procedure_is_sent_with_the_brain_of_the_address() -> None:
    store = FakeStore(ROWS)
    await run(store, "CALL graphmem.bfs($brain, [$who], 1)", who="Nina")
    ((name, parameters),) = store.sent
    assert name == "procedures/bfs"
    assert (parameters["brain"], parameters["start"], parameters["hops"]) == ("b", ["Nina"], 1)


@pytest.mark.parametrize(
    ("text", "unknown", "complaint"),
    [
        ("CALL graphmem.recall('tea')", {"brain": False}, "There is no brain b; it is made by its first write."),
        ("CALL graphmem.bfs(['Ana', 'C++'])", {"names": ["C plus plus"]}, "There is no entity 'C++' in this brain."),
        ("CALL graphmem.path('Ana', 'Bo')", {"names": ["Bo"]}, "There is no entity 'Bo' in this brain."),
        ("CALL graphmem.dependents('f')", {"facts": ["f"]}, "There is no fact f in this brain."),
    ],
)
async def test_what_is_not_there_is_an_error_and_not_an_empty_answer(
    text: str, unknown: dict[str, Any], complaint: str
) -> None:
    store = FakeStore(ROWS)
    store.unknown = unknown
    with pytest.raises(NotFound) as error:
        await run(store, text)
    assert (error.value.detail, store.sent) == (complaint, [])


async def test_names_are_looked_up_with_their_signs_written_out_as_of_the_system_time() -> None:
    store = FakeStore(ROWS)
    await run(store, "CALL graphmem.asOf('C++', null, '2025-01-01')")
    assert (store.asked["names"], store.asked["facts"], store.asked["knownAt"].year) == (["C plus plus"], [], 2025)
    assert store.sent[0][1]["entity"] == "C plus plus"
    await run(store, "CALL graphmem.history('f')")
    assert (store.asked["names"], store.asked["facts"], store.asked["knownAt"]) == ([], ["f"], None)


async def test_candidates_take_names_in_any_spelling_and_give_them_back() -> None:
    store = FakeStore([{"i": 1, "name": "jose", "candidates": []}])
    found = await run(store, "CALL graphmem.candidates(['Ana', 'JOSÉ'])")
    assert store.sent[0][1]["names"] == ["ana", "jose"]
    assert found.rows[0]["name"] == "JOSÉ"


async def test_rows_are_ordered_skipped_limited_and_renamed() -> None:
    text = (
        "CALL graphmem.bfs($brain, ['a']) YIELD fact AS f, hops RETURN f.factText AS text, hops ORDER BY hops, f.n DESC"
    )
    found = await run(FakeStore(ROWS), text)
    assert found.columns == ("text", "hops")
    assert [row["text"] for row in found.rows] == ["fact 2", "fact 3", "fact 1"]
    assert [row["text"] for row in (await run(FakeStore(ROWS), f"{text} SKIP 1 LIMIT 1")).rows] == ["fact 3"]


async def test_null_is_last_and_numbers_come_before_texts() -> None:
    rows = [{"row": {"x": value}} for value in (None, "b", True, 2, "a", 1.5)]
    found = await run(FakeStore(rows), "CALL graphmem.history($brain, 'f') RETURN row.x AS x ORDER BY x")
    assert [row["x"] for row in found.rows] == [1.5, 2, "a", "b", True, None]


async def test_more_than_a_thousand_rows_are_cut_and_said_to_be() -> None:
    exact, more = (FakeStore([{"row": n} for n in range(MOST_ROWS + extra)]) for extra in (0, 1))
    assert not (await run(exact, "CALL graphmem.history($brain, 'f')")).truncated
    found = await run(more, "CALL graphmem.history($brain, 'f')")
    assert (len(found.rows), found.truncated) == (MOST_ROWS, True)


@pytest.mark.parametrize(
    ("text", "parameters", "complaint"),
    [
        ("CALL graphmem.settle($brain, [])", {}, "graphmem.settle cannot be called here"),
        ("CALL graphmem.asOf($brain, $who)", {}, r"The parameter \$who is missing"),
        ("CALL graphmem.asOf($brain, 'a')", {"brain": "other"}, r"\$brain is the brain of the address"),
        ("CALL graphmem.asOf($brain, 'a', 'x')", {}, "graphmem.asOf: valid"),
        ("CALL graphmem.history($brain, 'f', 1)", {}, "it takes 1 arguments"),
        ("CALL graphmem.asOf($brain, 'a') YIELD node", {}, "graphmem.asOf yields fact, subject, object, not node"),
        ("CALL graphmem.asOf($brain, 'a') YIELD fact RETURN subject", {}, "subject was not yielded"),
        ("CALL graphmem.candidates($brain, ['a'], [[0.0, 0.0]])", {}, "finite numbers, not all of them zero"),
        ("CALL graphmem.recall($brain, 'a', [0.0])", {}, "finite numbers, not all of them zero"),
    ],
)
async def test_a_call_that_cannot_be_run_is_refused_before_anything_is_sent(
    text: str, parameters: dict[str, Any], complaint: str
) -> None:
    store = FakeStore(ROWS)
    with pytest.raises(InvalidInput, match=complaint):
        await run(store, text, **parameters)
    assert store.sent == []


async def test_an_embedding_that_is_not_given_is_that_of_the_question() -> None:
    store = FakeStore()
    await run(store, "CALL graphmem.recall($brain, $question, $embedding)", question="tea?")
    name, parameters = store.sent[-1]
    assert (name, parameters["q"]["vector"]) == ("procedures/recall", [4.0, 1.0])
    await run(store, "CALL graphmem.recall($brain, ' ', $embedding)")
    assert store.sent[-1][1]["q"]["vector"] is None
    await run(store, "CALL graphmem.recall($brain, 'tea', $embedding)", embedding=[7.0])
    assert store.sent[-1][1]["q"]["vector"] == [7.0]


async def test_a_recall_at_a_system_time_reads_past_versions() -> None:
    store = FakeStore()
    await run(store, "CALL graphmem.recall($brain, 'tea', null, 5, null, '2025-01-01')")
    assert [name for name, _ in store.sent] == ["procedures/recall_question", "procedures/recall_past"]


async def test_an_embedding_of_another_model_is_the_mistake_of_the_caller() -> None:
    broken = FakeStore(error="wrong dimensions")
    with pytest.raises(InvalidInput, match=r"not of this graph's model \(wrong dimensions\)"):
        await run(broken, "CALL graphmem.candidates($brain, ['a'], [[1.0]])")
    with pytest.raises(DatabaseError, match="wrong dimensions"):
        await run(broken, "CALL graphmem.asOf($brain, 'a')")


def test_internal_properties_are_hidden_also_where_they_are_named() -> None:
    node = Node(Graph(), "4:x:1", 1, ["Value", "Entity"], {"name": "Ana", "brain": "b", "embedding": [1.0]})
    assert shown_as(node) == {"labels": ["Entity", "Value"], "properties": {"name": "Ana"}}
    assert shown_as({"hash": "x", "list": [{"brain": "b", "a": 1}]}) == {"list": [{"a": 1}]}


async def test_a_hidden_property_is_null() -> None:
    rows = [{"row": {"brain": "b", "a": 1}}]
    found = await run(FakeStore(rows), "CALL graphmem.history($brain, 'f') RETURN row.brain, row.a, row.a.deeper")
    assert found.rows == ({"row.brain": None, "row.a": 1, "row.a.deeper": None},)


def test_values_of_the_graph_become_json() -> None:
    at = datetime(2025, 1, 1, 9, tzinfo=UTC)
    assert shown_as(at) == shown_as(DateTime.from_native(at)) == "2025-01-01T09:00:00Z"
    assert shown_as([float("nan"), float("inf"), 1.5, None, True]) == [None, None, 1.5, None, True]
    assert shown_as(b"x") == "b'x'"


async def test_free_cypher_that_reads_is_run_with_the_brain() -> None:
    store = FakeStore([{"n": 1}])
    found = await free(store, who="Ana", at=datetime(2025, 1, 1, tzinfo=UTC))
    assert found.rows == ({"n": 1},)
    parameters: Mapping[str, Any] = store.sent[0][1]
    assert (parameters["brain"], parameters["who"]) == ("b", "Ana")


@pytest.mark.parametrize("kind", ["w", "rw", "s"])
async def test_free_cypher_that_writes_is_refused_and_not_run(kind: str) -> None:
    store = FakeStore([{"n": 1}])
    store.kind = kind
    with pytest.raises(InvalidInput, match="Only statements that read the graph"):
        await free(store)
    assert store.sent == []


@pytest.mark.parametrize(
    ("operator", "details", "refused"),
    [
        ("LoadCSV@neo4j", "", "LoadCSV"),
        ("ShowTransactions@neo4j", "", "ShowTransactions"),
        ("TransactionForeach@neo4j", "", "TransactionForeach"),
        ("ProcedureCall@neo4j", "apoc.load.json($url) :: x", "apoc.load.json"),
        ("ProcedureCall@neo4j", "dbms.components() :: name", "dbms.components"),
        ("Projection@neo4j", "COLLECT { CALL dbms.components() YIELD name RETURN name } AS x", "CALL dbms.components"),
        ("Projection@neo4j", "COLLECT { LOAD CSV FROM 'file:///x' AS row RETURN row } AS x", "LOAD CSV"),
        ("ProcedureCall@neo4j", "graphmem.bfs($brain) :: x", None),
        ("ProcedureCall@neo4j", "db.labels() :: label", None),
        ("Projection@neo4j", "COLLECT { CALL graphmem.asOf($brain, 'a') YIELD fact RETURN fact } AS x", None),
    ],
)
async def test_a_plan_that_reaches_beyond_the_graph_is_refused_at_any_depth(
    operator: str, details: str, refused: str | None
) -> None:
    store = FakeStore([{"n": 1}])
    inner = {"operatorType": operator, "args": {"Details": details}, "children": []}
    store.plan = {"operatorType": "ProduceResults@neo4j", "children": [{"operatorType": "Filter", "children": [inner]}]}
    if refused is None:
        assert (await free(store)).rows == ({"n": 1},)
        return
    with pytest.raises(InvalidInput) as error:
        await free(store)
    assert (error.value.detail, store.sent) == (f"{refused} is refused", [])


async def test_what_neo4j_refuses_is_told_without_its_prefix() -> None:
    store = FakeStore(error="Neo4j refused a statement: Variable `x` not defined")
    with pytest.raises(InvalidInput) as error:
        await free(store, "RETURN x")
    assert error.value.detail == "The statement was refused: Variable `x` not defined"
