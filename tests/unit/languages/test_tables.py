"""Reading of a table: a file of TOML as a frozen record."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

import pytest

from graphmem.languages.tables import read_table


@dataclass(frozen=True, slots=True)
class Verb:
    first: str
    mode: Literal["state", "end"] = "state"


@dataclass(frozen=True, slots=True)
class Table:
    small: frozenset[str]
    forms: tuple[str, ...] = ()
    denials: str = ""
    verbs: tuple[Verb, ...] = ()
    texts: Mapping[str, str] = field(default_factory=dict)
    article: bool = False
    weight: int = 0


def read(tmp_path: Path, text: str) -> Table:
    path = tmp_path / "it" / "words.toml"
    path.parent.mkdir()
    path.write_text(text, "utf8")
    return read_table(path, Table)


def test_words_lists_and_tables_become_the_fields_of_the_record(tmp_path: Path) -> None:
    found = read(
        tmp_path,
        """
        small = "e o"
        forms = ["{be} <R>", "a{0,3}"]
        denials = ["non", "né"]
        article = true
        weight = 3
        [parts]
        not = "non"
        be = ["è", "{not} è"]
        [[verbs]]
        first = "vivo"
        mode = "end"
        [texts]
        likes = "{s} ama {o}."
        """,
    )
    assert found.small == {"e", "o"}
    assert found.forms == ("è|non è <R>", "a{0,3}")
    assert (found.denials, found.article, found.weight) == ("non|né", True, 3)
    assert found.verbs == (Verb("vivo", "end"),)
    assert found.texts["likes"] == "{s} ama {o}."


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("smal = 'e'", r"Table has no smal"),
        ("forms = ['a']", "Table needs small"),
        ("small = 3", "small: 3 is no text"),
        ("small = 'e'\nforms = 3", "forms: a list is needed"),
        ("small = 'e'\ntexts = 'a'", "texts: a table is needed"),
        ("small = 'e'\narticle = 'yes'", "article: 'yes' is no bool"),
        ("small = 'e'\n[[verbs]]\nfirst = 'a'\nmode = 'now'", "verbs: mode: 'now' is none of state, end"),
        ("small = ", "Invalid value"),
    ],
)
def test_an_error_names_the_field(tmp_path: Path, text: str, message: str) -> None:
    with pytest.raises((TypeError, ValueError), match=message):
        read(tmp_path, text)
