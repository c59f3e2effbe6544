"""A language and its tables. A language is a folder beside this file; each table is read when a rule first asks for it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from typing import Literal, TypeVar

from graphmem.languages.change_words import ChangeWords
from graphmem.languages.condition_words import ConditionWords
from graphmem.languages.date_words import DateWords
from graphmem.languages.directive_words import DirectiveWords
from graphmem.languages.forgetting_words import ForgettingWords
from graphmem.languages.kin_words import KinWords
from graphmem.languages.particular_words import ParticularWords
from graphmem.languages.quoting_words import QuotingWords
from graphmem.languages.role_words import RoleWords
from graphmem.languages.small_words import SmallWords
from graphmem.languages.statement_words import StatementWords
from graphmem.languages.tables import read_table
from graphmem_contract.errors import SetupError

Determiner = Literal["the", "our", "my"]
T = TypeVar("T")
_FOLDER = Path(__file__).parent


@dataclass(frozen=True)
class Language:
    """A language by its ISO code.

    A table that is missing or wrong raises SetupError. `languages` names the languages that have a table.
    """

    code: str

    def has(self, table: str) -> bool:
        """Whether the language has a table: whether its folder has a file of that name."""
        return self._file(table).is_file()

    @cached_property
    def words(self) -> SmallWords:
        """Articles, possessives, pronouns and the like."""
        return self._read("words", SmallWords)

    @cached_property
    def kin(self) -> KinWords:
        """Relatives, friends and colleagues."""
        return self._read("kin", KinWords)

    @cached_property
    def changes(self) -> ChangeWords:
        """How relations begin, end and hold, and the forms of verbs."""
        return self._read("changes", ChangeWords)

    @cached_property
    def conditions(self) -> ConditionWords:
        """What opens a clause of condition."""
        return self._read("conditions", ConditionWords)

    @cached_property
    def directives(self) -> DirectiveWords:
        """Phrases of standing instructions and preferences."""
        return self._read("directives", DirectiveWords)

    @cached_property
    def forgetting(self) -> ForgettingWords:
        """How people ask to forget something."""
        return self._read("forgetting", ForgettingWords)

    @cached_property
    def dates(self) -> DateWords:
        """Months, days, units, numbers and what stands before them."""
        return self._read("dates", DateWords)

    @cached_property
    def particulars(self) -> ParticularWords:
        """What the entries of a list of a person's particulars are called."""
        return self._read("particulars", ParticularWords)

    @cached_property
    def quoting(self) -> QuotingWords:
        """What introduces words that are not the speaker's own."""
        return self._read("quoting", QuotingWords)

    @cached_property
    def roles(self) -> RoleWords:
        """Forms that say who or what fills a role."""
        return self._read("roles", RoleWords)

    @cached_property
    def statements(self) -> StatementWords:
        """Verbs, objects and sentences by which a text states facts, where no parser reads the language."""
        return self._read("statements", StatementWords)

    @cached_property
    def determiners(self) -> Mapping[str, Determiner]:
        """Words before a noun that say whose it is, with their kind: {"die": "the", "unsere": "our"}."""
        words = self.words
        kinds: tuple[tuple[frozenset[str], Determiner], ...] = (
            (words.definite, "the"),
            (words.our, "our"),
            (words.my, "my"),
        )
        return {word: kind for listed, kind in kinds for word in listed}

    def _read(self, table: str, record: type[T]) -> T:
        try:
            return read_table(self._file(table), record)
        except (OSError, TypeError, ValueError) as error:
            raise SetupError(f"The table {self.code}/{table}.toml cannot be read: {error}") from error

    def _file(self, table: str) -> Path:
        return _FOLDER / self.code / f"{table}.toml"


@cache
def languages(table: str) -> tuple[Language, ...]:
    """Return the languages that have a table, those first that are taken where nothing decides between them."""
    found = (language(path.parent.name) for path in _FOLDER.glob(f"*/{table}.toml"))
    return tuple(sorted(found, key=lambda one: (one.words.precedence, one.code)))


@cache
def language(code: str) -> Language:
    """Return the language of a code. It may have no tables at all."""
    return Language(code)
