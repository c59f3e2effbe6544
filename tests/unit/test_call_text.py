"""What the text of a call may say, and that nothing else gets through."""

from __future__ import annotations

import pytest

from graphmem.errors import InvalidInput
from graphmem.explore.call_grammar import Parameter, ProcedureCall, ReturnItem, SortKey, read_call


def test_a_whole_call_is_read() -> None:
    call = read_call(
        "CALL graphmem.bfs($brain, ['Nina', $who], 2, null, '2025-01-01', -1.5, {a: [true, \"b\"]})\n"
        "YIELD fact AS f, hops RETURN f.factText AS text, hops ORDER BY hops DESC, f.importance SKIP 2 LIMIT 10;"
    )
    assert call == ProcedureCall(
        "bfs",
        (["Nina", Parameter("who")], 2, None, "2025-01-01", -1.5, {"a": [True, "b"]}),
        {"f": "fact", "hops": "hops"},
        (ReturnItem("f", ("factText",), "text"), ReturnItem("hops", (), "hops")),
        (
            SortKey(ReturnItem("hops", (), "hops"), True),
            SortKey(ReturnItem("f", ("importance",), "f.importance"), False),
        ),
        2,
        10,
    )


def test_the_brain_and_the_clauses_may_be_left_out() -> None:
    assert read_call("call graphmem.asOf('Ana')") == ProcedureCall("asOf", ("Ana",))
    assert read_call("CALL graphmem.asOf($brain, 'Ana') YIELD *").yields is None
    assert read_call("CALL graphmem.asOf($brain, 'Ana') RETURN *").returns == ()


@pytest.mark.parametrize(
    ("literal", "value"),
    [
        ("'it\\'s'", "it's"), ('"say \\"x\\""', 'say "x"'), ("'a\\nb'", "a\nb"), ("'\\\\u0027'", "\\u0027"),
        ("'// no comment /* here */ `x`'", "// no comment /* here */ `x`"), ("'日本 ключ'", "日本 ключ"), ("1e3", 1000.0),
    ],
)  # fmt: skip
def test_literals_stand_for_what_they_say(literal: str, value: object) -> None:
    assert read_call(f"CALL graphmem.asOf({literal})").arguments == (value,)


HOSTILE = (
    "MATCH (n) RETURN n",
    "CALL graphmem.bfs($brain, []) YIELD fact RETURN fact; MATCH (n) DETACH DELETE n",
    "CALL graphmem.bfs($brain, []) YIELD fact MATCH (n) RETURN n",
    "CALL graphmem.bfs($brain, []) YIELD fact WHERE true RETURN fact",
    "CALL graphmem.bfs($brain, []) YIELD fact RETURN fact UNION MATCH (n) RETURN n AS fact",
    "CALL graphmem.bfs($brain, []) YIELD fact RETURN count { MATCH (n) RETURN n }",
    "CALL graphmem.bfs($brain, []) YIELD fact RETURN COLLECT { MATCH (n) RETURN n } AS x",
    "CALL graphmem.bfs($brain, []) YIELD fact RETURN [(a)--(b) | b.name] AS x",
    "CALL graphmem.bfs($brain, []) YIELD fact RETURN properties(fact)",
    "CALL graphmem.bfs($brain, []) YIELD fact RETURN startNode(fact)",
    "CALL graphmem.bfs($brain, []) // YIELD fact",
    "CALL graphmem.bfs($brain, []) /* x */ YIELD fact",
    "CALL `graphmem`.bfs($brain, [])",
    "CALL graphmem.`bfs`($brain, [])",
    "CALL graphmem.bfs($`brain`, [])",
    "CALL graphmem.bfs($brain, []) YIELD fact RETURN fact AS `x`",
    "CALL graphmem\\u002ebfs($brain, [])",
    "CALL graphmem.asOf('a\\u0027) MATCH (n) RETURN n //')",
    "CALL graphmem.asOf('a') YIELD fact RETURN fact.\\u0061",
    "\ufeffCALL graphmem.asOf('a')",
    "CALL graphmem.asOf('a')\u00a0YIELD fact",
    "CALL graphmem.asOf('a') YIELD ｆact",
    "CALL { MATCH (n) RETURN n } RETURN n",
    "CALL (x) { MATCH (n) RETURN n }",
    "CALL graphmem.asOf(CASE WHEN true THEN 'a' END)",
    "CALL graphmem.asOf('a' + 'b')",
    "CALL graphmem.asOf(toUpper('a'))",
    "CALL graphmem.asOf(datetime())",
    "LOAD CSV FROM 'file:///etc/passwd' AS row RETURN row",
    "CALL apoc.cypher.run('MATCH (n) RETURN n', {})",
    "CALL dbms.components()",
    "CALL db.labels() YIELD label RETURN label",
    "USE system CALL graphmem.asOf('a')",
    "EXPLAIN CALL graphmem.asOf('a')",
    "CYPHER 25 CALL graphmem.asOf('a')",
    "CALL graphmem.asOf('a') YIELD fact RETURN fact LIMIT 1 + 1",
    "CALL graphmem.asOf('a') YIELD fact RETURN fact LIMIT -1",
    "CALL graphmem.asOf('a') YIELD fact RETURN fact LIMIT $n",
    "CALL graphmem.asOf('a') YIELD fact RETURN DISTINCT fact",
    "CALL graphmem.asOf('a') YIELD fact, fact",
    "CALL graphmem.asOf('a') YIELD fact RETURN fact AS x, fact AS x",
    "CALL graphmem.asOf('a') IN TRANSACTIONS",
    "CALL graphmem.asOf('a",
    "CALL graphmem.asOf(" + "[" * 50,
    "CALL graphmem.asOf('a'," + "1," * 5000 + "1)",
    "CALL graphmem.asOf(" + "9" * 400 + ")",
    "CALL graphmem",
    "",
    "\x00",
)


@pytest.mark.parametrize("text", HOSTILE, ids=range(len(HOSTILE)))
def test_everything_else_is_refused_and_told_what_is_allowed(text: str) -> None:
    with pytest.raises(InvalidInput, match="Allowed is: CALL graphmem") as refused:
        read_call(text)
    assert refused.value.field == "call"


def test_long_nonsense_is_refused_quickly() -> None:
    for text in ("'" * 9999, "'\\" * 4999, "(" * 9999, " " * 9999, "CALL " * 1999, "a." * 4999):
        with pytest.raises(InvalidInput):
            read_call(text)
