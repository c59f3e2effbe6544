"""Clean the words that models send: control characters, placeholders, "null" in quotation marks."""

from __future__ import annotations

import re
from typing import Any

_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\u200b\u2060\ufeff\ufffe\uffff]+")
_NOTHING = frozenset({"", "null", "none", "n/a", "undefined", "-", "?"})
_PLACEHOLDERS = frozenset({"string", "name", "subject", "object", "relation", "...", "…", "<name>"})
_UNKNOWN = re.compile(
    r"^(?:unknown|unspecified|not (?:given|known|mentioned|provided|specified|stated))(?: [a-z]+){0,3}$"
)
"""In small letters: bands and films are called Unknown, too."""
_CAMEL = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")
_NOT_WORD = re.compile(r"[^\w]+")
_HINT = re.compile(r"^(?P<name>[^()]{1,200}?)\s*\((?P<hint>[^()]*(?:['’]s\s+\w|\bof\b|\bd[aeo]s?\b)[^()]*)\)$")


def clean(value: Any) -> str:
    """The value as text in one line: numbers become text; anything that is no text or number becomes ""."""
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        return ""
    text = str(value).encode("utf-8", "replace").decode()
    return " ".join(_CONTROL.sub(" ", text).split())


def said(value: Any) -> str:
    """Like `clean`, with the words for nothing ("null", "None", "N/A") taken as nothing."""
    text = clean(value)
    return "" if text.casefold() in _NOTHING else text


def is_placeholder(text: str) -> bool:
    """Whether a model copied a placeholder of the schema instead of a name, or says that it knows none."""
    return text.casefold() in _PLACEHOLDERS or bool(_UNKNOWN.match(text))


def is_echo(alias: str, name: str) -> bool:
    """Whether an alias only repeats the name ("Clara Clara"), as small models do."""
    words = alias.casefold().split()
    return len(words) > len(set(words)) and set(words) <= set(name.casefold().split())


def shortened(text: str, longest: int) -> str:
    """The text cut after a sentence, else after a word."""
    if len(text) <= longest:
        return text
    cut = text[:longest]
    end = max(cut.rfind(". "), cut.rfind("! "), cut.rfind("? "))
    return cut[: end + 1] if end > longest // 2 else cut[: max(cut.rfind(" "), 0)] or cut


def snake_case(text: str) -> str:
    """worksAt, "works at" and Works-At as works_at; letters of every script are kept."""
    return _NOT_WORD.sub("_", _CAMEL.sub("_", text)).strip("_").casefold()


def without_ends(relation: str, *ends: str) -> str:
    """The relation without the name of an end of its fact: lives_in_vienna says lives_in, of Vienna."""
    for end in map(snake_case, ends):
        shorter = relation.removesuffix(f"_{end}") if end else relation
        if shorter != relation and "_" in shorter:
            return shorter
    return relation


def split_hint(name: str) -> tuple[str, str | None]:
    """ "Carol (Rafael's girlfriend)" as name and hint; no hint where the brackets hold something else."""
    found = _HINT.match(name)
    return (found["name"].strip(), found["hint"].strip()) if found else (name, None)
