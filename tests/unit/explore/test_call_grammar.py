"""What the text of a call may say, and that nothing else gets through."""

from __future__ import annotations

import pytest

from graphmem.explore.call_grammar import (
    MOST_DEPTH,
    MOST_TOKENS,
    Parameter,
    ProcedureCall,
    ReturnItem,
    SortKey,
    read_call,
)
from graphmem_contract.errors import InvalidInput


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


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("MATCH (n) RETURN n", "CALL is missing before 'MATCH' at character 1"),
        ("CALL graphmem.asOf('a')\n YIELD fact WHERE", "'WHERE' at character 37 does not belong here"),
        ("CALL graphmem.asOf(now())", "'now' at character 20 is no literal and no $parameter"),
        ("CALL graphmem.asOf('a') RETURN x LIMIT -1", "SKIP and LIMIT take a whole number, not '-' at character 40"),
        ("CALL graphmem.asOf('a') RETURN x ORDER x", "BY is missing before 'x' at character 40"),
        ("CALL graphmem.asOf('a') `", "'`' at character 25 does not belong here"),
        ("CALL graphmem.asOf('a'", "The call ends too early"),
    ],
)
def test_a_refusal_says_what_is_wrong_and_where(text: str, complaint: str) -> None:
    with pytest.raises(InvalidInput) as refused:
        read_call(text)
    assert str(refused.value).startswith(f"{complaint}. Allowed is: ")


def test_keywords_are_names_where_no_keyword_may_stand() -> None:
    call = read_call(
        "cAlL graphmem.call({limit: $order}) yield as aS by RETURN by.skip AS desc, asc ORDER bY desc DESC, asc ASC"
    )
    assert call == ProcedureCall(
        "call",
        ({"limit": Parameter("order")},),
        {"by": "as"},
        (ReturnItem("by", ("skip",), "desc"), ReturnItem("asc", (), "asc")),
        (SortKey(ReturnItem("desc", (), "desc"), True), SortKey(ReturnItem("asc", (), "asc"), False)),
    )


@pytest.mark.parametrize("keyword", ["ſKIP 1", "S\u212aIP 1", "SKIP ٣"])
def test_letters_and_digits_of_other_scripts_make_no_keyword_and_no_number(keyword: str) -> None:
    with pytest.raises(InvalidInput, match=r"does not belong here|whole number"):
        read_call(f"CALL graphmem.asOf('a') RETURN fact {keyword}")


def test_values_are_nested_to_a_depth_and_no_deeper() -> None:
    def nested(levels: int, inside: str) -> str:
        return f"CALL graphmem.asOf({'[' * levels}{inside}{']' * levels})"

    assert repr(read_call(nested(MOST_DEPTH, "1")).arguments[0]) == f"{'[' * MOST_DEPTH}1{']' * MOST_DEPTH}"
    read_call(nested(MOST_DEPTH + 1, ""))
    for inside in ("1", "[]", "{a: 1}"):
        with pytest.raises(InvalidInput, match="nested too deeply"):
            read_call(nested(MOST_DEPTH + 1, inside))


def test_a_call_has_so_many_tokens_and_no_more() -> None:
    around = len(["CALL", "graphmem", ".", "asOf", "(", "[", "]", ")"])
    numbers = (MOST_TOKENS - around) // 2
    longest = f"CALL graphmem.asOf([{'1,' * (numbers - 1)}1])"
    assert len(read_call(longest + ";").arguments[0]) == numbers
    with pytest.raises(InvalidInput, match="too long for a call"):
        read_call(longest.replace("[1,", "[$x,") + ";")
