"""Clean the text that models send: control characters, placeholders of the schema, and "null" sent as a text."""

from __future__ import annotations

import re
from typing import Any

_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\u200b\u2060\ufeff\ufffe\uffff]+")
_NULL_WORDS = frozenset({"", "null", "none", "n/a", "undefined", "-", "?"})
_PLACEHOLDERS = frozenset({"string", "name", "subject", "object", "relation", "...", "…", "<name>"})
_UNKNOWN = re.compile(
    r"^(?:unknown|unspecified|not (?:given|known|mentioned|provided|specified|stated))(?: [a-z]+){0,3}$"
)
"""Lower case only: "Unknown" with a capital letter can be the title of a film or the name of a band."""
_CAMEL = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")
_NOT_WORD = re.compile(r"[^\w]+")
_HINT = re.compile(r"^(?P<name>[^()]{0,199}[^()\s])\s*\((?P<hint>[^()]*(?:['’]s\s+\w|\bof\b|\bd[aeo]s?\b)[^()]*)\)$")


def clean(value: Any) -> str:
    """Return the value as one line of text. A number becomes text; any other type becomes ""."""
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        return ""
    text = str(value).encode("utf-8", "replace").decode()
    return " ".join(_CONTROL.sub(" ", text).split())


def clean_value(value: Any) -> str:
    """Return `clean(value)`, or "" if the text is a word for null ("null", "None", "N/A")."""
    text = clean(value)
    return "" if text.casefold() in _NULL_WORDS else text


def is_placeholder(text: str) -> bool:
    """Whether the text is a placeholder copied from the schema, or says that the name is unknown."""
    return text.casefold() in _PLACEHOLDERS or bool(_UNKNOWN.match(text))


def is_echo(alias: str, name: str) -> bool:
    """Whether an alias only repeats words of the name ("Clara Clara"). Small models send such aliases."""
    words = alias.casefold().split()
    return len(words) > len(set(words)) and set(words) <= set(name.casefold().split())


def shortened(text: str, longest: int) -> str:
    """Return the text cut after its last whole sentence, otherwise after its last whole word."""
    if len(text) <= longest:
        return text
    cut = text[:longest]
    end = max(cut.rfind(". "), cut.rfind("! "), cut.rfind("? "))
    return cut[: end + 1] if end > longest // 2 else cut[: max(cut.rfind(" "), 0)] or cut


def snake_case(text: str) -> str:
    """Return the text in snake_case: worksAt, "works at" and Works-At become works_at. Letters of all scripts stay."""
    return _NOT_WORD.sub("_", _CAMEL.sub("_", text)).strip("_").casefold()


def without_ends(relation: str, *ends: str) -> str:
    """Return the relation without a subject or object at its end: lives_in_vienna with Vienna becomes lives_in."""
    for end in map(snake_case, ends):
        shorter = relation.removesuffix(f"_{end}") if end else relation
        if shorter != relation and "_" in shorter:
            return shorter
    return relation


def split_hint(name: str) -> tuple[str, str | None]:
    """Split "Carol (Rafael's girlfriend)" into name and hint. Parentheses without a relationship give no hint."""
    match = _HINT.match(name)
    return (match["name"].strip(), match["hint"].strip()) if match else (name, None)
