"""Write a value that is nearly JSON as JSON: other quotes, words of Python, keys without quotes, commas before a bracket.

It takes one pass, and leaves nothing out but comments after //. What is still no JSON afterwards cannot be read.
"""

from __future__ import annotations

import json
import re
from typing import Final

_CLOSING: Final = {
    '"': '"',
    "'": "'",
    "`": "`",
    **dict.fromkeys("“”„", "“”"),
    **dict.fromkeys("‘’", "‘’"),
}
"""What closes a string, by the quote that opens it."""
_ENDS: Final = {quote: re.compile(rf"\\.|[{closing}]", re.S) for quote, closing in _CLOSING.items()}
_AFTER_STRING: Final = ("", ",", ":", "}", "]")
_BLANK: Final = re.compile(r"(?:\s+|//[^\n]*)+")
_WORD: Final = re.compile(r"[^\s{}\[\],:\"'`“”„‘’]+|.", re.S)
_WORDS: Final = {"None": "null", "True": "true", "False": "false", "undefined": "null"}
_PAIRS: Final = {"{": "}", "[": "]"}
_TO_ESCAPE: Final = re.compile(r"\\(.?)|[\"\x00-\x1f]", re.S)


def relaxed(text: str, start: int) -> tuple[str, int | None]:
    """Return the value that begins at `start` as JSON, as far as it goes, and its end; None if it has no end."""
    parts: list[str] = []
    open_: list[str] = []
    at = start
    while at < len(text):
        blank = _BLANK.match(text, at)
        if blank:
            at = blank.end()
            continue
        if text[at] in _CLOSING:
            end = _string_end(text, at)
            if end is None:
                break
            parts.append(_string(text[at + 1 : end - 1]))
            at = end
            continue
        word = _word_at(text, at)
        at += len(word)
        if word in _PAIRS:
            open_.append(_PAIRS[word])
        elif word in ("}", "]"):
            if word != open_.pop():
                break
            if parts[-1] == ",":
                parts.pop()
        parts.append(_written(word, text, at))
        if not open_:
            return "".join(parts), at
    else:
        return _missing_brace(parts, open_)
    return "", None


def _missing_brace(parts: list[str], open_: list[str]) -> tuple[str, None]:
    """Close an object whose last brace is missing: every list in it has its end. Anything else was cut off."""
    complete = open_ == ["}"] and parts[-1] in ("]", "}")
    return "".join((*parts, "}")) if complete else "", None


def _word_at(text: str, at: int) -> str:
    found = _WORD.match(text, at)
    assert found
    return found[0]


def _written(word: str, text: str, end: int) -> str:
    """Return a word as JSON: a word of Python by its name, a key in quotes."""
    if word[0].isalpha() and _next_sign(text, end) == ":":
        return json.dumps(word)
    return _WORDS.get(word, word)


def _string_end(text: str, at: int) -> int | None:
    """Return the end of the string that begins there. A quote closes it before a comma, colon or bracket only."""
    for found in _ENDS[text[at]].finditer(text, at + 1):
        if found[0][0] != "\\" and _next_sign(text, found.end()) in _AFTER_STRING:
            return found.end()
    return None


def _next_sign(text: str, at: int) -> str:
    blank = _BLANK.match(text, at)
    at = blank.end() if blank else at
    return text[at : at + 1]


def _string(raw: str) -> str:
    return f'"{_TO_ESCAPE.sub(_escaped, raw)}"'


def _escaped(found: re.Match[str]) -> str:
    if found[0][0] != "\\":
        return json.dumps(found[0])[1:-1]
    if found[1] in _CLOSING and found[1] != '"':
        return found[1]
    return found[0] if found[1] and found[1] in '"\\/bfnrtu' else json.dumps(found[0])[1:-1]
