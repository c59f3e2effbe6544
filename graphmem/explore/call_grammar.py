"""The little language of `…/call`: one reading procedure of graphmem, what to take of its rows, in which order, how many.

    CALL graphmem.bfs($brain, ['Nina'], 2) YIELD fact, entity, hops
    RETURN entity.name AS name, fact.relation, hops ORDER BY hops, name LIMIT 10

It is read here and never sent to the database, so that nothing in it can leave the brain. Pure.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from graphmem.errors import InvalidInput

ALLOWED = (
    "CALL graphmem.<bfs | recall | asOf | history | path | candidates>($brain, arguments: literals or $parameters) "
    "[YIELD name [AS other], …] [RETURN name, name.property [AS other], … [ORDER BY … [DESC], …] [SKIP n] [LIMIT n]]"
)
MOST_DEPTH = 8
MOST_TOKENS = 4000
_TOKEN = re.compile(
    r"""\s*(?:(?P<name>[A-Za-z_][A-Za-z0-9_]*)|(?P<number>[0-9]+(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?)
    |(?P<text>'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*")|(?P<sign>[.,:()\[\]{}$*;-]))""",
    re.VERBOSE | re.DOTALL | re.ASCII,
)
_SPACE = re.compile(r"\s*", re.ASCII)
_ESCAPED = {"n": "\n", "t": "\t", "r": "\r", "b": "\b", "f": "\f"}
_CLAUSES = {"YIELD", "RETURN", "ORDER", "SKIP", "LIMIT"}


@dataclass(frozen=True, slots=True)
class ReturnItem:
    """What is returned: a column of the procedure, a way into it by properties, and what it is called."""

    column: str
    properties: tuple[str, ...]
    name: str


@dataclass(frozen=True, slots=True)
class SortKey:
    """What rows are ordered by: the name of something that is returned, or a column and its properties."""

    item: ReturnItem
    descending: bool


@dataclass(frozen=True, slots=True)
class ProcedureCall:
    """A call, read. `arguments` without the brain; `yields` maps names to columns, None = all columns under their own names;
    `returns` None = everything that was yielded."""

    procedure: str
    arguments: tuple[Any, ...]
    yields: Mapping[str, str] | None = None
    returns: tuple[ReturnItem, ...] | None = None
    order: tuple[SortKey, ...] = ()
    skip: int = 0
    limit: int | None = None


@dataclass(frozen=True, slots=True)
class Parameter:
    """A `$name` among the arguments."""

    name: str


def read_call(text: str) -> ProcedureCall:
    """The call that a text is.

    Raises:
        InvalidInput: it is anything else; the message says what is allowed.
    """
    return _Reader(text).call()


def wrong(what: str) -> InvalidInput:
    """The error for a call that is none."""
    return InvalidInput(f"{what}. Allowed is: {ALLOWED}", field="call")


def _tokens(text: str) -> Iterator[tuple[str, str]]:
    at = 0
    while (at := _end_of_space(text, at)) < len(text):
        found = _TOKEN.match(text, at)
        if not found or not found.lastgroup:
            raise wrong(f"{text[at : at + 20]!r} does not belong here")
        yield found.lastgroup, found[found.lastgroup]
        at = found.end()


def _end_of_space(text: str, at: int) -> int:
    found = _SPACE.match(text, at)
    return found.end() if found else at


class _Reader:
    """Reads from left to right, one token ahead."""

    def __init__(self, text: str) -> None:
        self.tokens = list(_tokens(text))[: MOST_TOKENS + 1]
        if len(self.tokens) > MOST_TOKENS:
            raise wrong("This is too long for a call")
        self.at = 0

    def call(self) -> ProcedureCall:
        self.word("CALL")
        if self.name() != "graphmem":
            raise wrong("Only graphmem's own procedures can be called")
        self.sign(".")
        procedure, arguments = self.name(), self.arguments()
        yields = self.yields() if self.taken_word("YIELD") else None
        returns = self.returned() if self.taken_word("RETURN") else None
        order = self.ordered() if returns is not None and self.taken_word("ORDER") else ()
        skip = self.count() if returns is not None and self.taken_word("SKIP") else 0
        limit = self.count() if returns is not None and self.taken_word("LIMIT") else None
        self.taken_sign(";")
        if self.at < len(self.tokens):
            raise wrong(f"{self.tokens[self.at][1]!r} does not belong here")
        return ProcedureCall(procedure, arguments, yields, returns, order, skip, limit)

    # ------------------------------------------------------------------ clauses

    def arguments(self) -> tuple[Any, ...]:
        """What stands in the brackets, without `$brain`."""
        self.sign("(")
        found = self.listed(")")
        return tuple(found[1:] if found and found[0] == Parameter("brain") else found)

    def yields(self) -> dict[str, str] | None:
        if self.taken_sign("*"):
            return None
        named: dict[str, str] = {}
        while True:
            column = self.plain_name()
            name = self.plain_name() if self.taken_word("AS") else column
            if name in named:
                raise wrong(f"{name} is yielded twice")
            named[name] = column
            if not self.taken_sign(","):
                return named

    def returned(self) -> tuple[ReturnItem, ...] | None:
        if self.taken_sign("*"):
            return ()
        found = [self.item()]
        while self.taken_sign(","):
            found.append(self.item())
        if len({one.name for one in found}) < len(found):
            raise wrong("Two of the things that are returned have one name")
        return tuple(found)

    def item(self) -> ReturnItem:
        column, properties = self.plain_name(), []
        while self.taken_sign("."):
            properties.append(self.name())
        told = ".".join((column, *properties))
        return ReturnItem(column, tuple(properties), self.plain_name() if self.taken_word("AS") else told)

    def ordered(self) -> tuple[SortKey, ...]:
        self.word("BY")
        found = [self.key()]
        while self.taken_sign(","):
            found.append(self.key())
        return tuple(found)

    def key(self) -> SortKey:
        column, properties = self.plain_name(), []
        while self.taken_sign("."):
            properties.append(self.name())
        item = ReturnItem(column, tuple(properties), ".".join((column, *properties)))
        down = self.taken_word("DESC") or self.taken_word("DESCENDING")
        if not down and not self.taken_word("ASC"):
            self.taken_word("ASCENDING")
        return SortKey(item, down)

    def count(self) -> int:
        kind, told = self.next()
        if kind != "number" or not told.isdigit() or len(told) > 9:
            raise wrong("SKIP and LIMIT take a whole number")
        return int(told)

    # ------------------------------------------------------------------ values

    def listed(self, end: str, depth: int = 0) -> list[Any]:
        if self.taken_sign(end):
            return []
        found = [self.value(depth)]
        while self.taken_sign(","):
            found.append(self.value(depth))
        self.sign(end)
        return found

    def value(self, depth: int = 0) -> Any:
        if depth > MOST_DEPTH:
            raise wrong("These values are nested too deeply")
        kind, told = self.next()
        if kind == "text":
            return _unquoted(told)
        if kind == "number":
            return _number(told)
        if kind == "name" and told.lower() in ("true", "false", "null"):
            return {"true": True, "false": False, "null": None}[told.lower()]
        if told == "-":
            return -_number(self.next_of("number"))
        if told == "$":
            return Parameter(self.name())
        if told == "[":
            return self.listed("]", depth + 1)
        if told == "{":
            return self.mapped(depth + 1)
        raise wrong(f"{told!r} is no literal and no $parameter")

    def mapped(self, depth: int) -> dict[str, Any]:
        found: dict[str, Any] = {}
        while not self.taken_sign("}"):
            if found:
                self.sign(",")
            key = self.name()
            self.sign(":")
            found[key] = self.value(depth)
        return found

    # ------------------------------------------------------------------ tokens

    def next(self) -> tuple[str, str]:
        if self.at == len(self.tokens):
            raise wrong("The call ends too early")
        self.at += 1
        return self.tokens[self.at - 1]

    def next_of(self, kind: str) -> str:
        found, told = self.next()
        if found != kind:
            raise wrong(f"{told!r} does not belong here")
        return told

    def name(self) -> str:
        return self.next_of("name")

    def plain_name(self) -> str:
        name = self.name()
        if name.upper() in _CLAUSES:
            raise wrong(f"{name} is no name here")
        return name

    def word(self, word: str) -> None:
        if self.name().upper() != word:
            raise wrong(f"{word} is missing")

    def sign(self, sign: str) -> None:
        if self.next() != ("sign", sign):
            raise wrong(f"{sign!r} is missing")

    def taken_word(self, word: str) -> bool:
        found = self.at < len(self.tokens) and self.tokens[self.at][0] == "name"
        return self._taken(found and self.tokens[self.at][1].upper() == word)

    def taken_sign(self, sign: str) -> bool:
        return self._taken(self.at < len(self.tokens) and self.tokens[self.at] == ("sign", sign))

    def _taken(self, found: bool) -> bool:
        self.at += found
        return found


def _number(told: str) -> int | float:
    if told.isdigit():
        if len(told) > 18:
            raise wrong("This number is too large")
        return int(told)
    return float(told)


def _unquoted(told: str) -> str:
    """What a literal stands for. `\\u` is not read: the character itself says the same."""
    text = told[1:-1]
    if "\\u" in text.replace("\\\\", "") or "\\U" in text.replace("\\\\", ""):
        raise wrong("Write the character itself, not its code")
    return re.sub(r"\\(.)", lambda found: _ESCAPED.get(found[1], found[1]), text, flags=re.DOTALL)
