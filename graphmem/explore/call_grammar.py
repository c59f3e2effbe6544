"""The language of `…/call`: one reading procedure of graphmem, what to take of its rows, in which order, how many.

    CALL graphmem.bfs($brain, ['Nina'], 2) YIELD fact, entity, hops
    RETURN entity.name AS name, fact.relation, hops ORDER BY hops, name LIMIT 10

The text is parsed here and never sent to the database, so that nothing in it can leave the brain. Pure.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache
from typing import TYPE_CHECKING, Any

from graphmem_contract.errors import InvalidInput

if TYPE_CHECKING:  # lark is imported with the first call: it would make every start of graphmem slower
    from lark import Lark, Token, Tree, UnexpectedInput

ALLOWED = (
    "CALL graphmem.<bfs | recall | asOf | history | path | candidates>($brain, arguments: literals or $parameters) "
    "[YIELD name [AS other], …] [RETURN name, name.property [AS other], … [ORDER BY … [DESC], …] [SKIP n] [LIMIT n]]"
)
MOST_DEPTH = 8
MOST_TOKENS = 4000
GRAMMAR = r"""
start: _CALL NAME "." NAME arguments yields? returns? ";"?
arguments: "(" [value ("," value)*] ")"

yields: _YIELD (STAR | yielded ("," yielded)*)
yielded: NAME (_AS NAME)?
returns: _RETURN (STAR | item ("," item)*) order? skip? limit?
item: path (_AS NAME)?
path: NAME ("." NAME)*
order: _ORDER _BY key ("," key)*
key: path (DESCENDING | _ASCENDING)?
skip: _SKIP COUNT
limit: _LIMIT COUNT

?value: TEXT | NUMBER | CONSTANT
    | "-" NUMBER -> negative
    | "$" NAME -> parameter
    | "[" [value ("," value)*] "]" -> list
    | "{" [entry ("," entry)*] "}" -> map
entry: NAME ":" value

_CALL: /(?ai:CALL)(?![A-Za-z0-9_])/
_YIELD: /(?ai:YIELD)(?![A-Za-z0-9_])/
_RETURN: /(?ai:RETURN)(?![A-Za-z0-9_])/
_AS: /(?ai:AS)(?![A-Za-z0-9_])/
_ORDER: /(?ai:ORDER)(?![A-Za-z0-9_])/
_BY: /(?ai:BY)(?![A-Za-z0-9_])/
DESCENDING: /(?ai:DESC|DESCENDING)(?![A-Za-z0-9_])/
_ASCENDING: /(?ai:ASC|ASCENDING)(?![A-Za-z0-9_])/
_SKIP: /(?ai:SKIP)(?![A-Za-z0-9_])/
_LIMIT: /(?ai:LIMIT)(?![A-Za-z0-9_])/
STAR: "*"
NAME: /[A-Za-z_][A-Za-z0-9_]*/
CONSTANT: /(?ai:true|false|null)(?![A-Za-z0-9_])/
NUMBER: /[0-9]+(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/
COUNT: NUMBER
TEXT: /'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"/s
%ignore /[ \t\n\r\f\v]+/
"""
"""Keywords are words only where one may stand, in any case; elsewhere they are names. ASCII alone: `ſKIP` is no SKIP."""
_ESCAPED = {"n": "\n", "t": "\t", "r": "\r", "b": "\b", "f": "\f"}
_CONSTANTS = {"true": True, "false": False, "null": None}
_SPELLING = {"_CALL": "CALL", "_BY": "BY", "LPAR": "'('", "DOT": "'.'", "COLON": "':'"}
"""Terminals that a message may call missing."""
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
    """A call, parsed. `arguments` without the brain; `yields` maps names to columns, None = all columns under their own
    names; `returns` () or None = everything that was yielded."""

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
    """Parse a text into a call.

    Raises:
        InvalidInput: the text is anything else; the message says what does not belong, where, and what is allowed.
    """
    from lark import UnexpectedInput

    try:
        return _call(_parse(text))
    except UnexpectedInput as error:
        raise wrong(_what_is_wrong(error, text)) from None


def wrong(what: str) -> InvalidInput:
    """The error for a text that is no call."""
    return InvalidInput(f"{what}. Allowed is: {ALLOWED}", field="call")


# --------------------------------------------------------------------------- text to tree


@cache
def _parser() -> Lark:
    from lark import Lark

    return Lark(GRAMMAR, parser="lalr", lexer="contextual", maybe_placeholders=False)


def _parse(text: str) -> Tree[Token]:
    """The tree of a text; refuses a text that is too long or nested too deeply before it is parsed to its end."""
    parser = _parser().parse_interactive(text)
    depth = 0
    for count, token in enumerate(parser.iter_parse()):
        if count >= MOST_TOKENS:
            raise wrong("This is too long for a call")
        closes = token.type in ("RSQB", "RBRACE")
        if depth > MOST_DEPTH and not closes:
            raise wrong("These values are nested too deeply")
        depth += (token.type in ("LSQB", "LBRACE")) - closes
    tree: Tree[Token] = parser.feed_eof()  # type: ignore[no-untyped-call]
    return tree


def _what_is_wrong(error: UnexpectedInput, text: str) -> str:
    from lark import UnexpectedToken

    if isinstance(error, UnexpectedToken) and error.token.type == "$END":
        return "The call ends too early"
    at = error.pos_in_stream or 0
    if isinstance(error, UnexpectedToken):
        found, expected = str(error.token)[:40], set(error.expected)
    else:
        found, expected = text[at : at + 20], set()
    place = f"{found!r} at character {at + 1}"
    if "COUNT" in expected:
        return f"SKIP and LIMIT take a whole number, not {place}"
    if "TEXT" in expected:
        return f"{place} is no literal and no $parameter"
    if len(expected) == 1 and (missing := _SPELLING.get(*expected)):
        return f"{missing} is missing before {place}"
    return f"{place} does not belong here"


# --------------------------------------------------------------------------- tree to call


def _call(tree: Tree[Token]) -> ProcedureCall:
    owner, procedure = _words(tree)
    if owner != "graphmem":
        raise wrong("Only graphmem's own procedures can be called")
    clauses = {part.data: part for part in _parts(tree)}
    returns = clauses.get("returns")
    clauses |= {part.data: part for part in _parts(returns)} if returns else {}
    return ProcedureCall(
        procedure,
        _arguments(clauses["arguments"]),
        _yields(clauses["yields"]) if "yields" in clauses else None,
        _returns(returns) if returns else None,
        tuple(map(_key, _parts(clauses["order"]))) if "order" in clauses else (),
        _count(clauses["skip"]) if "skip" in clauses else 0,
        _count(clauses["limit"]) if "limit" in clauses else None,
    )


def _arguments(tree: Tree[Token]) -> tuple[Any, ...]:
    """The values in the brackets, without `$brain`."""
    values = tuple(map(_value, tree.children))
    return values[1:] if values[:1] == (Parameter("brain"),) else values


def _yields(tree: Tree[Token]) -> dict[str, str] | None:
    if _words(tree):  # the star
        return None
    columns: dict[str, str] = {}
    for part in _parts(tree):
        column, *other = map(_plain, _words(part))
        name = other[0] if other else column
        if name in columns:
            raise wrong(f"{name} is yielded twice")
        columns[name] = column
    return columns


def _returns(tree: Tree[Token]) -> tuple[ReturnItem, ...]:
    items = tuple(_item(part) for part in _parts(tree) if part.data == "item")
    if len({item.name for item in items}) < len(items):
        raise wrong("Two of the things that are returned have one name")
    return items


def _item(tree: Tree[Token]) -> ReturnItem:
    (path,) = _parts(tree)
    item = _path(path)
    return replace(item, name=_plain(*_words(tree))) if _words(tree) else item


def _key(tree: Tree[Token]) -> SortKey:
    (path,) = _parts(tree)
    return SortKey(_path(path), descending=bool(_words(tree)))


def _path(tree: Tree[Token]) -> ReturnItem:
    column, *properties = _words(tree)
    return ReturnItem(_plain(column), tuple(properties), ".".join((column, *properties)))


def _plain(name: str) -> str:
    """The name of a column, which is no keyword of a clause."""
    if name.upper() in _CLAUSES:
        raise wrong(f"{name} is no name here")
    return name


def _count(tree: Tree[Token]) -> int:
    (number,) = _words(tree)
    if not number.isdigit() or len(number) > 9:
        raise wrong("SKIP and LIMIT take a whole number")
    return int(number)


def _value(branch: Tree[Token] | Token) -> Any:
    """What a literal or a parameter stands for. It recurses: `_parse` has limited the depth."""
    if isinstance(branch, str):
        return _literal(branch)
    if branch.data == "list":
        return [_value(part) for part in branch.children]
    if branch.data == "map":
        return {_words(entry)[0]: _value(entry.children[1]) for entry in _parts(branch)}
    (word,) = _words(branch)
    return Parameter(word) if branch.data == "parameter" else -_number(word)


def _literal(token: Token) -> Any:
    if token.type == "TEXT":
        return _unquoted(token)
    return _CONSTANTS[token.lower()] if token.type == "CONSTANT" else _number(token)


def _number(digits: str) -> int | float:
    if digits.isdigit():
        if len(digits) > 18:
            raise wrong("This number is too large")
        return int(digits)
    return float(digits)


def _unquoted(literal: str) -> str:
    """The text of a literal. `\\u` is refused: the character itself says the same."""
    text = literal[1:-1]
    if "\\u" in text.replace("\\\\", "") or "\\U" in text.replace("\\\\", ""):
        raise wrong("Write the character itself, not its code")
    return re.sub(r"\\(.)", lambda found: _ESCAPED.get(found[1], found[1]), text, flags=re.DOTALL)


def _words(tree: Tree[Token]) -> list[str]:
    """The tokens right under a tree."""
    return [str(child) for child in tree.children if isinstance(child, str)]


def _parts(tree: Tree[Token]) -> list[Tree[Token]]:
    """The trees right under a tree."""
    return [child for child in tree.children if not isinstance(child, str)]
