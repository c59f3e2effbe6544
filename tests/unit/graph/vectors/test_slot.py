"""A statement names the vectors in use; its text has the names of a slot."""

from __future__ import annotations

import re

import pytest

from graphmem.graph.schema import schema_statements
from graphmem.graph.statements import cypher_root, packed, sent, statement
from graphmem.graph.vectors.slot import FIRST, INDEXES, SECOND, VECTORS, in_slot, other, present_slot, using
from graphmem.transfer.lines import _EMBEDDED
from graphmem.upkeep.vectors.fill import KINDS, NODES

ROOT = cypher_root()
FILES = sorted(ROOT.rglob("*.cypher"))


@pytest.mark.parametrize(
    ("text", "first", "second"),
    [
        ("n.embedding", "n.embedding", "n.embedding2"),
        ("n.embeddingBeside = null", "n.embedding2 = null", "n.embedding = null"),
        ("n {.contextEmbedding}", "n {.contextEmbedding}", "n {.contextEmbedding2}"),
        ("VECTOR INDEX fact_was_embedding FOR", "VECTOR INDEX fact_was_embedding FOR", "VECTOR INDEX fact_was_embedding2 FOR"),
        ("episode_contextBeside", "episode_context2", "episode_context"),
        ("p.embeddingOf, $embeddings", "p.embeddingOf, $embeddings", "p.embeddingOf, $embeddings"),
    ],
)  # fmt: skip
def test_a_name_stands_for_that_of_the_slot(text: str, first: str, second: str) -> None:
    assert (in_slot(text, FIRST), in_slot(text, SECOND), in_slot(text, None)) == (first, second, text)


def test_the_slots_are_beside_each_other() -> None:
    assert (other(FIRST), other(SECOND)) == (SECOND, FIRST)


def test_a_statement_is_sent_with_the_names_of_its_slot_also_within_what_it_includes() -> None:
    assert "fact_embedding2" in statement("recall/recall", SECOND)
    assert re.search(r"fact_embedding\b", statement("recall/recall", SECOND)) is None
    assert statement("recall/recall") == statement("recall/recall", FIRST)
    assert "e.embedding2 = " in packed("ingest/commit", SECOND)


def test_a_transaction_uses_one_slot() -> None:
    with using(SECOND):
        assert sent("ingest/commit", {})[0] == packed("ingest/commit", SECOND)
        assert sent("ingest/commit", {}, FIRST)[0] == packed("ingest/commit", FIRST)
    assert present_slot() == FIRST


def test_a_slot_has_the_same_indexes_on_its_own_properties() -> None:
    first, second = ([text for text in schema_statements(8, slot) if "VECTOR" in text] for slot in (FIRST, SECOND))
    assert [in_slot(text, SECOND) for text in first] == second
    assert len(second) == len(INDEXES)
    assert [text for text in second if not re.search(r"INDEX \w+2 IF .* ON \w\.\w*mbedding2 ", text)] == []


def test_the_procedures_replace_the_same_names() -> None:
    door = (ROOT / "procedures/java/graphmem/Door.java").read_text("utf8")
    pattern = re.search(r'"(\\\\b\(embedding.*)"\);', door)
    assert pattern is not None
    names = re.compile(pattern[1].replace("\\\\", "\\"))
    for name in (*VECTORS, *INDEXES):
        assert names.fullmatch(name), name
        assert names.fullmatch(f"{name}Beside"), name
    assert names.search("embeddingOf $embeddings embedding2") is None


SETS = re.compile(r"(\w+)\.(embedding|contextEmbedding) = ")
CREATES = {"ingest/commit", "procedures/correct", "transfer/load_nodes", "transfer/load_edges"}
"""These set vectors of what they create."""
MADE_HERE = {("ingest/store_summary", "ep")}
"""Elements that the statement creates."""


def test_what_changes_a_vector_clears_the_one_beside_it() -> None:
    """Else a vector of a text that is no longer there would be switched to."""
    files = {path.relative_to(ROOT).with_suffix("").as_posix(): path.read_text("utf8") for path in FILES}
    missing = [
        f"{name}: {of}.{what}"
        for name, text in files.items()
        if name not in CREATES
        for of, what in SETS.findall("\n".join(line for line in text.splitlines() if not line.startswith("//")))
        if (name, of) not in MADE_HERE and f"{of}.{what}Beside = " not in text
    ]
    assert missing == []


HANDED = re.compile(r"(?:(?<!\w)(?:x|row|one|\$\w+|\$\w+\.\w+)\.|\bAS )(?:embedding|contextEmbedding)\b")
"""A name of a vector for what comes with a parameter or is returned: in the second slot it would have another name."""


def test_what_is_handed_in_or_out_has_no_name_of_a_slot() -> None:
    assert {path.name: found for path in FILES if (found := HANDED.findall(path.read_text("utf8")))} == {}


def test_every_kind_that_an_export_embeds_is_embedded_again() -> None:
    assert set(KINDS) == set(_EMBEDDED)
    for name in ("vectors/missing_nodes", "vectors/drop_nodes"):
        assert set(re.findall(r"\$kind = '(\w+)'", statement(name))) == set(NODES), name
