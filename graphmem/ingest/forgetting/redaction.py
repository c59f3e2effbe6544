"""Texts without the sentences that tell something hidden. Pure."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import Any

from graphmem.names.normalize import WORD, fold

MARK = "[…]"
"""What stands in the place of a hidden sentence."""
_END = re.compile(r"(?<![.!?…])[.!?…]+[\"'”’»)\]]?(?!\S)|[。！？]|(?<!\n)\n+")
"""The end of a sentence."""
_SPEAKER = re.compile(r"[^\W_][\w .'-]{0,60}: ")
"""The beginning of a line of a chat."""


_UNSPACED = re.compile(
    "[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u2e80-\ua4cf\uac00-\ud7ff\uf900-\ufaff\U00020000-\U0003ffff]"
)
"""Letters of scripts that write words without spaces, or add endings to them: a name is found within a word too."""


@lru_cache(maxsize=1024)
def _pattern(name: str) -> re.Pattern[str] | None:
    words = WORD.findall(fold(name))
    if not words:
        return re.compile(re.escape(fold(name.strip()))) if name.strip() else None
    joined = r"[\W_]+".join(map(re.escape, words))
    before, behind = ("" if _UNSPACED.match(edge) else r"[^\W_]" for edge in (words[0][0], words[-1][-1]))
    return re.compile(f"{f'(?<!{before})' if before else ''}{joined}{f'(?!{behind})' if behind else ''}")


def _folded(text: str) -> tuple[str, list[int]]:
    """Return the folded text, and for each of its characters the position in the text."""
    parts, places = [], []
    for place, letter in enumerate(text):
        plain = letter.lower() if letter.isascii() else fold(letter)
        parts.append(plain)
        places += [place] * len(plain)
    return "".join(parts), places


def places_of(text: str, names: Iterable[str]) -> list[tuple[int, int]]:
    """Return where a text has one of the names, as whole words; case, accents and signs make no difference."""
    folded, places = _folded(text)
    patterns = (pattern for name in names if (pattern := _pattern(name)) is not None)
    found = (match.span() for pattern in patterns for match in pattern.finditer(folded))
    return sorted((places[start], places[end - 1] + 1) for start, end in found if end > start)


def tells(text: str, names: Iterable[str]) -> bool:
    """Whether a text has one of the names."""
    return bool(places_of(text, names))


def without(text: str, names: Sequence[str]) -> str:
    """Return a text with a mark in place of each sentence that has one of the names."""
    places = places_of(text, names)
    if not places:
        return text
    bounds = sorted({0, *(_begin(text, match.end()) for match in _END.finditer(text)), len(text)})
    out: list[str] = []
    for start, end in _joined(pairwise(bounds), places):
        sentence = text[start:end]
        if not any(start < behind and first < end for first, behind in places):
            out.append(sentence)
            continue
        space = sentence[len(sentence.rstrip()) :]
        is_line = not out or out[-1].endswith("\n")
        speaker = _SPEAKER.match(sentence) if is_line else None
        named = speaker[0] if speaker and not tells(speaker[0], names) else ""
        again = not named and bool(out) and out[-1].rstrip(" ").endswith(MARK)
        gap = "" if out and out[-1].endswith(" ") and "\n" not in space else space
        out.append(gap if again else f"{named}{MARK}{space}")
    return "".join(out)


def _begin(text: str, end: int) -> int:
    """Return where the next sentence begins: behind the spaces after the end of one."""
    while end < len(text) and text[end].isspace():
        end += 1
    return end


def _joined(sentences: Iterable[tuple[int, int]], places: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """Return the sentences; two of them are one where a name lies across their border ("Dr. Meyer")."""
    out: list[tuple[int, int]] = []
    for start, end in sentences:
        if out and any(first < start < behind for first, behind in places):
            out[-1] = (out[-1][0], end)
        else:
            out.append((start, end))
    return out


def without_in_json(text: str, names: Sequence[str]) -> str:
    """Return JSON with its texts redacted. Entries of lists of names and facts that have a name are left out."""
    try:
        value = json.loads(text)
    except ValueError:
        return without(text, names)
    redacted = _walked(value, lambda one: without(one, names), names)
    return json.dumps(redacted, ensure_ascii=False)


_LISTED = ("facts", "entities")


def _walked(value: Any, change: Callable[[str], str], names: Sequence[str]) -> Any:
    if isinstance(value, str):
        return change(value)
    if isinstance(value, list):
        return [_walked(one, change, names) for one in value]
    if isinstance(value, dict):
        return {
            key: [one for one in part if not tells(json.dumps(one, ensure_ascii=False), names)]
            if key in _LISTED and isinstance(part, list)
            else _walked(part, change, names)
            for key, part in value.items()
        }
    return value
