"""BM25 over texts: what words alone find. The library is `bm25s`, of requirements-bench.txt."""

from __future__ import annotations

import re
from collections.abc import Mapping

WORD = re.compile(r"\w+")
K1, B = 1.2, 0.75
"""The defaults of Lucene, whose formula it is."""


def words_of(text: str) -> list[str]:
    """Return the words of a text in lower case; no word is left out, and none is cut to its stem."""
    return WORD.findall(text.lower())


class Bm25:
    """An index of texts by their keys. A text that shares no word with the query is not found."""

    def __init__(self, texts: Mapping[str, str]) -> None:
        from bm25s import BM25  # only the evaluations have it

        self.keys = list(texts)
        split = [words_of(text) for text in texts.values()]
        self.known = {word for words in split for word in words}
        self.index = BM25(method="lucene", k1=K1, b=B)
        if self.known:
            self.index.index(split, show_progress=False)

    def ranked(self, query: str, k: int) -> list[str]:
        """Return the keys of the best texts, best first; of equal ones the earlier first."""
        asked = [word for word in dict.fromkeys(words_of(query)) if word in self.known]
        if not asked:
            return []
        scores = self.index.get_scores(asked)
        order = sorted(range(len(self.keys)), key=lambda place: (-scores[place], place))
        return [self.keys[place] for place in order[:k] if scores[place] > 0]
