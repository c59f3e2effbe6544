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


class _Table(cached_property[T]):
    """The table of a language that has the name of the attribute."""

    def __init__(self, record: type[T]) -> None:
        super().__init__(lambda language: language.read(self.attrname, record))


@dataclass(frozen=True)
class Language:
    """A language by its ISO code.

    A table that is missing or wrong raises SetupError. `languages` names the languages that have a table.
    """

    code: str

    def has(self, table: str) -> bool:
        """Whether the language has a table: whether its folder has a file of that name."""
        return self._file(table).is_file()

    words = _Table(SmallWords)
    """Articles, possessives, pronouns and the like."""
    kin = _Table(KinWords)
    """Relatives, friends and colleagues."""
    changes = _Table(ChangeWords)
    """How relations begin, end and hold, and the forms of verbs."""
    conditions = _Table(ConditionWords)
    """What opens a clause of condition."""
    directives = _Table(DirectiveWords)
    """Phrases of standing instructions and preferences."""
    forgetting = _Table(ForgettingWords)
    """How people ask to forget something."""
    dates = _Table(DateWords)
    """Months, days, units, numbers and what stands before them."""
    particulars = _Table(ParticularWords)
    """What the entries of a list of a person's particulars are called."""
    quoting = _Table(QuotingWords)
    """What introduces words that are not the speaker's own."""
    roles = _Table(RoleWords)
    """Forms that say who or what fills a role."""
    statements = _Table(StatementWords)
    """Verbs, objects and sentences by which a text states facts, where no parser reads the language."""

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

    def read(self, table: str, record: type[T]) -> T:
        """Return a table as a record. Raises SetupError."""
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
