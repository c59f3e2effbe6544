"""Names of languages, in English, Portuguese, Spanish, French and German."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from types import MappingProxyType

from graphmem.directives.phrases import folded_words

_FILE = Path(__file__).with_name("languages.txt")


@cache
def language_codes() -> Mapping[str, str]:
    """Return the code of the language that a folded word names: {"norwegian": "no", "norueguês": "no"}."""
    found: dict[str, str] = {}
    for line in _FILE.read_text("utf8").splitlines():
        if line and not line.startswith("#"):
            code, names = line.split(" ", 1)
            found |= dict.fromkeys(folded_words(names), code)
    return MappingProxyType(found)
