"""The languages and their tables."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

from graphmem.languages import language as module
from graphmem.languages.language import Language, language, languages
from graphmem_contract.errors import SetupError

FOLDER = Path(module.__file__).parent
FILES = sorted(FOLDER.glob("*/*.toml"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_every_file_is_a_table_that_can_be_read(path: Path) -> None:
    assert getattr(language(path.parent.name), path.stem) is not None


def test_every_language_has_its_small_words() -> None:
    assert {path.parent.name for path in FILES} == {one.code for one in languages("words")}


def test_a_language_is_one_object_and_tells_which_tables_it_has() -> None:
    assert language("pt") is language("pt")
    assert language("pt").words is language("pt").words
    assert language("pt").has("words")
    assert not language("xx").has("words")
    with pytest.raises(SetupError, match=r"xx/words\.toml"):
        _ = Language("xx").words


def test_english_comes_first_where_nothing_decides() -> None:
    assert [one.code for one in languages("kin")][:5] == ["en", "pt", "es", "fr", "de"]


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_every_part_of_a_pattern_is_taken(path: Path) -> None:
    table = tomllib.loads(path.read_text("utf8"))
    text = path.read_text("utf8")
    assert [name for name in table.get("parts", {}) if not re.search(rf"\{{{name}\}}", text)] == []
