"""Statements as they go to the server."""

from __future__ import annotations

import re

import pytest

from graphmem.graph.statements import cypher_root, packed, sent, statement, without_version
from graphmem_contract.errors import SetupError


@pytest.mark.parametrize("given", [{"brain": "b", "text": "a secret"}, {"q": {"brain": "b", "text": "a secret"}}])
def test_what_is_sent_does_not_show_itself(given: dict[str, object]) -> None:
    """The driver makes text of its messages for the debug log, whether that is on or not."""
    name = "recall/recall" if "q" in given else "procedures/lock"
    _, parameters = sent(name, given)
    assert parameters == (given if "q" in given else {"q": given})
    assert repr(parameters) == "{'q': <2 parameters>}"


def test_a_statement_that_keeps_its_plan_can_stand_inside_another() -> None:
    whole = statement("recall/recall")
    assert whole.startswith("CYPHER 25 replan=skip\n")
    assert without_version(whole).startswith("CALL () {")
    assert without_version("RETURN 1") == "RETURN 1"


def every_name() -> list[str]:
    root = cypher_root()
    folders = [path for path in root.iterdir() if path.is_dir() and path.name not in ("browser", "schema", "setup")]
    return sorted(file.relative_to(root).with_suffix("").as_posix() for at in folders for file in at.rglob("*.cypher"))


def test_every_file_has_a_header_and_no_include_is_left_in_its_text() -> None:
    for name in every_name():
        text = statement(name)
        assert text, name
        assert "// include:" not in text, name
        assert "CYPHER 25" not in text[10:], name


def test_every_file_is_read_by_name_or_included() -> None:
    """A procedure's file is read by its bare name from Java; every other file by its path."""
    root = cypher_root()
    sources = [
        *(root.parent / "graphmem").rglob("*.py"),
        *(root.parent / "api").rglob("*.py"),
        *root.rglob("*.cypher"),
        *root.rglob("*.java"),
    ]
    text = "\n".join(source.read_text("utf8") for source in sources)
    named = set(re.findall(r"include: (\S+)|\"([\w/]+)\"", text))
    known = {name for found in named for name in found}
    unused = [
        n for n in every_name() if n not in known and not (n.startswith("procedures/") and n.split("/")[1] in known)
    ]
    assert unused == []


def test_a_file_that_does_not_exist_is_a_broken_installation() -> None:
    with pytest.raises(SetupError, match=r"nothing\.cypher is missing; reinstall graphmem"):
        statement("procedures/nothing")


def test_an_include_stands_for_the_body_of_its_file() -> None:
    assert without_version(statement("explore/fact_row")) in statement("explore/fact")


def test_packed_parameters_are_read_from_one_map() -> None:
    assert "$brain" in statement("procedures/lock")
    assert packed("procedures/lock") == statement("procedures/lock").replace("$brain", "$q.brain")


def test_a_statement_that_takes_one_map_is_sent_as_it_is() -> None:
    assert sent("recall/recall", {"q": {"brain": "b"}})[0] == statement("recall/recall")
    assert sent("procedures/lock", {"brain": "b"})[0] == packed("procedures/lock")
