"""Similarity of two names: a score from 0 (different) to 1 (the same), with a reason.

The comparison works on words. It first removes case, accents, script, titles, articles and legal forms. Each word of
the shorter name needs a counterpart in the longer one. If both names have a word without one, the names differ.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, Literal

from rapidfuzz.distance import OSA

from graphmem.names import nicknames
from graphmem.names.normalize import fold, latin, slug, spelt
from graphmem.names.vocabulary import (
    ARTICLES,
    COUNTRIES,
    GENERATIONS,
    GENERIC,
    LEGAL,
    LEGAL_LONGEST,
    LINKS,
    LOOSE,
    NUMBERS,
    PARTICLES,
    ROMAN,
    SHORTENED,
    SON_OF,
    TITLES,
)

NameKind = Literal["person", "organization", "other"]

SAME: Final = 1.0
DECORATED: Final = 0.98
"""Score of names that differ only in article, title, legal form, script or the order of words."""
PART: Final = 0.70
"""Score if one name is a part of the other: its first name or its surname."""
WORD: Final = 0.80
"""Smallest likeness at which two words are counterparts."""
DOUBTFUL: Final = 0.84
"""Score of names that may be the same: a judge decides."""
SPLIT: Final = 0.49
"""Highest score of names that differ for certain.

It lies below every threshold at which names resolve, and below the band in which a judge decides."""


@dataclass(frozen=True, slots=True)
class Similarity:
    """A score from 0 to 1 and the reason for it."""

    score: float
    reason: str


_JOIN: Final = re.compile(r"(?<=[a-z])(?=[A-Z][a-z])")
_INITIALS: Final = re.compile(r"\b(?:[^\W\d_]\.){2,}|\b(?:[^\W\d_]\.\s?){2,}(?=\s|$)")
_CAPITALS: Final = re.compile(r"\b[A-Z]{2,3}\b(?=\s)")
"""Initials without full stops: "JC Miller"."""
_TOKEN: Final = re.compile(r"[^\W_]+")
_APOSTROPHE: Final = re.compile(r"['’ʼ`´]")
_CONSONANTAL: Final = re.compile(r"[\u0590-\u06ff]")
"""Hebrew and Arabic letters."""
_ONE_LETTER: Final = str.maketrans("pvcqgz", "bfkkjs")
"""Letters that Arabic does not tell apart, and letters that stand for the same sound."""
_SIGN: Final = re.compile(r"[+#]")
_SIGN_WORDS: Final = frozenset({"plus", "sharp"})
_LEET: Final = str.maketrans("013457", "oieast")


@dataclass(frozen=True, slots=True)
class Words:
    """The parts of a name: the `words` of the name itself, its `legal` form and its `generation` (Jr, III)."""

    words: tuple[str, ...]
    legal: str | None = None
    generation: str | None = None
    numbers: tuple[str, ...] = ()
    initials: tuple[str, ...] = ()

    @property
    def joined(self) -> str:
        return "".join(self.words)


@lru_cache(maxsize=16384)
def words_of(name: str, kind: NameKind) -> Words:
    """Return the parts of a name; a person's words exclude titles and generation, others articles and legal form."""
    if kind == "person":
        return _person_words(name)
    tokens = _tokens(name)
    tokens, legal = _without_legal(tokens)
    tokens = [word for t in tokens for word in SHORTENED.get(t, t).split()]
    plain = [t for t in tokens if t not in ARTICLES] or tokens
    plain = [t for t in plain if t not in LINKS] or plain
    numbers, rest = _numbers(plain)
    return Words(tuple(_singular(t) for t in rest), legal, None, numbers)


def _person_words(name: str) -> Words:
    first, comma, last = name.partition(",")
    if comma and last.strip() and latin(last).strip(" .").casefold() not in GENERATIONS:
        name = f"{last} {first}"
    initials = set() if name.isupper() else {fold(t) for t in _CAPITALS.findall(name)} - set(GENERATIONS)
    tokens = [_unleet(t) for t in _tokens(name)]
    tokens = [t for token in tokens for t in (token if token in initials else (token,))]
    generation = None
    if len(tokens) > 1 and tokens[-1] in GENERATIONS:
        generation = GENERATIONS[tokens.pop()]
    ordinal = next((t for t in tokens if t[0].isdigit() and t in GENERATIONS), None)
    if ordinal:
        tokens.remove(ordinal)
        generation = generation or GENERATIONS[ordinal]
    if len(tokens) > 2:
        tokens, _ = _without_legal(tokens, at_end_only=True)
    plain = [t for t in tokens if t not in TITLES] or tokens
    return Words(tuple(plain), None, generation)


def _tokens(name: str) -> list[str]:
    text = spelt(name)
    text = _APOSTROPHE.sub("", _INITIALS.sub(lambda found: found[0].replace(".", "").replace(" ", "") + " ", text))
    text = text.replace("&", " and ")
    text = latin(text)
    if " " not in text.strip():
        text = _JOIN.sub(" ", text)
    return _TOKEN.findall(fold(text)) or [slug(name)]


def _unleet(token: str) -> str:
    mixed = any(c.isdigit() for c in token) and sum(c.isalpha() for c in token) > 1 and token not in GENERATIONS
    return token.translate(_LEET) if mixed else token


def _without_legal(tokens: Sequence[str], *, at_end_only: bool = False) -> tuple[list[str], str | None]:
    """The tokens without the legal form at their end or beginning, and its key; a name is never all legal form."""
    left, found = list(tokens), None
    for take in (_at_end, _at_beginning)[: 1 if at_end_only else 2]:
        while len(left) > 1:
            size = take(left)
            if not size or size >= len(left):
                break
            piece = left[-size:] if take is _at_end else left[:size]
            left = left[:-size] if take is _at_end else left[size:]
            form = LEGAL[" ".join(piece)]
            found = form if found is None or found in LOOSE else found
    return left, found


def _at_end(tokens: Sequence[str]) -> int:
    return next((n for n in range(min(LEGAL_LONGEST, len(tokens)), 0, -1) if " ".join(tokens[-n:]) in LEGAL), 0)


_LEADING: Final = frozenset({"llc", "jsc", "srl", "pt", "ooo", "sa"})


def _at_beginning(tokens: Sequence[str]) -> int:
    sizes = range(min(LEGAL_LONGEST, len(tokens)), 0, -1)
    return next((n for n in sizes if LEGAL.get(" ".join(tokens[:n])) in _LEADING), 0)


def _numbers(tokens: Iterable[str]) -> tuple[tuple[str, ...], list[str]]:
    """Return the numbers (digits, words, Roman numerals) and the other words; numbers alone stay words."""
    tokens = list(tokens)
    numbers: list[str] = []
    rest: list[str] = []
    for position, token in enumerate(tokens):
        value = _number(token, first=position == 0)
        if value is None:
            rest.append(token)
        elif numbers and numbers[-1].endswith("0") and len(numbers[-1]) == 2 and len(value) == 1:
            numbers[-1] = numbers[-1][0] + value
        else:
            numbers.append(value)
    return (tuple(numbers), rest) if rest else ((), tokens)


def _number(token: str, *, first: bool) -> str | None:
    if token.isdigit():
        return token.lstrip("0") or "0"
    if any(c.isdigit() for c in token):
        return token
    return None if first else NUMBERS.get(token) or ROMAN.get(token)


def _singular(token: str) -> str:
    """Return the word without the ending of the English plural; short words stay."""
    if len(token) > 4 and token.endswith("ies"):
        return token[:-3] + "y"
    if len(token) > 3 and token.endswith("s") and not token.endswith(("ss", "us", "is")):
        return token[:-1]
    return token


def looks_like_a_person(name: str) -> bool:
    """Whether the name has two to four words, the first a given name and the last with a capital."""
    if any(c.isdigit() for c in name):
        return False
    words = words_of(name, "person").words
    return 2 <= len(words) <= 4 and nicknames.is_given_name(words[0]) and name.split()[-1][:1].isupper()


@lru_cache(maxsize=32768)
def name_similarity(first: str, second: str, kind: NameKind = "other") -> Similarity:
    """Return how alike two names are written, as names of a person, an organisation or anything else; symmetric."""
    if fold(first) == fold(second):
        return Similarity(SAME, "the same name")
    if kind == "person" and bool(_CONSONANTAL.search(first)) != bool(_CONSONANTAL.search(second)):
        return _by_consonants(first, second)
    a, b = words_of(first, kind), words_of(second, kind)
    if _signs(first, second) != _signs(second, first):
        return Similarity(SPLIT, "a sign tells them apart")
    if a.numbers != b.numbers:
        return Similarity(SPLIT if a.numbers and b.numbers else min(SPLIT, 0.45), "the numbers differ")
    if a.generation and b.generation and a.generation != b.generation:
        return Similarity(SPLIT, "the generations differ")
    found = _person_likeness(a, b) if kind == "person" else _thing_likeness(a, b, first, second, kind)
    if found.score >= PART and (a.generation or b.generation) and a.generation != b.generation and kind == "person":
        return Similarity(min(found.score, 0.80), "only one of them names a generation")
    if found.score >= PART and a.legal and b.legal and _legal_differ(a.legal, b.legal):
        return Similarity(SPLIT, "the legal forms differ")
    return found


def _signs(name: str, beside: str) -> list[str]:
    """Return the signs of a name as words, if one of the two names has a sign: C is neither C++ nor C#."""
    signed = _SIGN.search(name) or _SIGN.search(beside)
    return [word for word in slug(name).split("_") if word in _SIGN_WORDS] if signed else []


def _by_consonants(first: str, second: str) -> Similarity:
    """Compare a name in a script without vowels with a name in a script with vowels."""
    a, b = ([_consonants(word) for word in words_of(name, "person").words] for name in (first, second))
    if a == b and len("".join(a)) >= 5:
        return Similarity(0.9, "the same consonants")
    return Similarity(0.4 if set(a) & set(b) else 0.2, "other words")


def _consonants(word: str) -> str:
    return re.sub(r"(.)\1+", r"\1", re.sub(r"[aeiouwy']", "", word).translate(_ONE_LETTER))


def _legal_differ(one: str, other: str) -> bool:
    return one != other and not {one, other} <= LOOSE


def _person_likeness(a: Words, b: Words) -> Similarity:
    if a.words == b.words or a.joined == b.joined:
        return Similarity(DECORATED, "the same words")
    short, long = sorted((a.words, b.words), key=lambda w: (len(w), len("".join(w))))
    if len(short) == 1 and len(long) > 1:
        return _single_word(short[0], long)
    return max(_aligned(short, long), _without_spaces(a, b), key=lambda found: found.score)


def _single_word(word: str, long: Sequence[str]) -> Similarity:
    """Compare a single word (a first name or a surname) with a longer name."""
    glued = "".join(long)
    if _word_likeness(word, glued) >= 0.9 and len(word) > 5:
        return Similarity(0.9, "the same letters")
    best = max((_word_likeness(word, other) for other in long if other not in PARTICLES), default=0.0)
    if len(word) < 3 or best < WORD:
        return Similarity(0.3 * best, "other words")
    return Similarity(PART if best == 1 else PART - 0.1, "a part of the name")


def _without_spaces(a: Words, b: Words) -> Similarity:
    """Compare two names without spaces, for names that are split at different places."""
    longest = max(len(a.joined), len(b.joined))
    distance = OSA.distance(a.joined, b.joined, score_cutoff=1)
    if len(a.words) != len(b.words) and longest >= 6 and distance <= 1:
        return Similarity(0.94 if distance == 0 else 0.88, "the same letters")
    return Similarity(0.0, "other words")


def _weight(word: str) -> float:
    if word in PARTICLES:
        return 0.2
    return 0.5 if len(word) == 1 else 1.0


def _aligned(short: Sequence[str], long: Sequence[str]) -> Similarity:
    pairs, lone_short, lone_long = _counterparts(short, long)
    if not pairs:
        return Similarity(0.2, "other words")
    solid = [p for p in pairs if _weight(p[0]) == 1]
    contrary = sum(map(_weight, lone_short))
    extra = sum(map(_weight, lone_long))
    if contrary >= 0.5 and extra >= 0.5:
        share = sum(s for _, _, s in pairs) / max(len(short), len(long))
        return Similarity(min(0.45, 0.5 * share), "different words")
    if not solid:
        return Similarity(0.4, "initials only")
    if any(len(b) == 1 < len(a) for a, b, _ in pairs) and any(_weight(w) == 1 for w in lone_long):
        return Similarity(0.45, "different words")
    sims = [s for _, _, s in pairs]
    if len(short) == len(long) == 1:
        sims = [min(s, _single_word_limit(short[0], long[0])) for s in sims]
    score = 0.5 * sum(sims) / len(sims) + 0.5 * min(sims)
    score -= 0.03 * min(extra + contrary, 3)
    if extra > len(solid):
        score = min(score, DOUBTFUL)
    if [p[1] for p in pairs] != [w for w in long if w in {p[1] for p in pairs}]:
        given = [w for w in short if nicknames.is_given_name(w)]
        score -= 0.22 if len(given) == len(short) == 2 or SON_OF & {*short, *long} else 0.05
    return Similarity(max(score, 0.0), _reason(pairs, extra + contrary))


def _single_word_limit(a: str, b: str) -> float:
    """Return the highest score of two names of one word each.

    No other word can confirm that a difference is a misspelling: Lena is not Lina, Sara may be Sarah.
    """
    return 1.0 if a == b else DOUBTFUL if _is_replaced(a, b) or nicknames.is_given_name(a) or len(a) < 5 else 1.0


def _is_replaced(a: str, b: str) -> bool:
    """Whether a letter is replaced, as in Iceland and Ireland, and not missing, doubled or swapped."""
    return len(a) == len(b) and sorted(a) != sorted(b)


def _reason(pairs: Sequence[tuple[str, str, float]], extra: float) -> str:
    if any(len(a) == 1 != len(b) or len(b) == 1 != len(a) for a, b, _ in pairs):
        return "initials"
    if any(a != b and nicknames.is_short_for(a, b) for a, b, _ in pairs):
        return "a short form of the name"
    if any(s < 1 for _, _, s in pairs):
        return "written nearly the same"
    return "more words of the same name" if extra else "the same words in another order"


def _counterparts(
    short: Sequence[str], long: Sequence[str]
) -> tuple[list[tuple[str, str, float]], list[str], list[str]]:
    """Return pairs of words in the order of `short`, and the words of each name without a counterpart.

    The most similar pairs are assigned first. A pair holds both words and their likeness.
    """
    likely = sorted(
        ((_word_likeness(a, b), -abs(i - j), i, j) for i, a in enumerate(short) for j, b in enumerate(long)),
        reverse=True,
    )
    taken: dict[int, tuple[int, float]] = {}
    used: set[int] = set()
    for score, _, i, j in likely:
        if score >= WORD and i not in taken and j not in used:
            taken[i] = (j, score)
            used.add(j)
    pairs = [(short[i], long[taken[i][0]], taken[i][1]) for i in sorted(taken)]
    return (
        pairs,
        [w for i, w in enumerate(short) if i not in taken],
        [w for j, w in enumerate(long) if j not in used],
    )


@lru_cache(maxsize=32768)
def _word_likeness(a: str, b: str) -> float:
    """Return how alike two words of a person's name are, from 0 to 1."""
    if a == b:
        return 1.0
    if len(a) == 1 or len(b) == 1:
        return 0.9 if a[0] == b[0] else 0.0
    if nicknames.is_short_for(a, b):
        return 0.92
    if _sound(a) == _sound(b) and not _other_gender(a, b):
        return 0.95
    if nicknames.share_a_name(a, b):
        return WORD
    longest, distance = max(len(a), len(b)), OSA.distance(a, b)
    if _other_gender(a, b) or (nicknames.is_given_name(a) and nicknames.is_given_name(b)):
        return min(0.55, 1 - distance / longest)
    return _spelling_likeness(distance, longest, a[0] == b[0])


def _other_gender(a: str, b: str) -> bool:
    """Whether the words are the two genders of one name: Mario and Maria, Daniel and Daniela, Lavrov and Lavrova."""
    short, long = sorted((a, b), key=len)
    if len(short) == len(long):
        return a[:-1] == b[:-1] and {a[-1], b[-1]} <= {"a", "o", "e"}
    return long in (f"{short}a", f"{short}ia") and len(short) >= 3


def _spelling_likeness(distance: int, longest: int, same_first: bool) -> float:
    """Return the likeness of two spellings: from 4 letters on one error is allowed, from 6 letters on two."""
    allowed = 0 if longest < 4 else 1 if longest < 6 else 2
    if distance > allowed:
        return min(0.7, 1 - distance / longest)
    score = 0.92 if distance == 1 else 0.86
    return score - (0.0 if same_first and longest > 4 else 0.06)


_SOUNDS: Final = tuple(
    (re.compile(pattern), sound)
    for pattern, sound in (
        (r"ph", "f"), (r"ck|q|c(?![eihy])", "k"), (r"tch|ch|tsch", "c"), (r"sch|sh|sz", "s"), (r"x", "ks"), (r"w", "v"),
        (r"ou|oo|u", "o"), (r"ee|ea|ie|ij|y|j", "i"), (r"ae|ai|ei|e", "i"), (r"th", "t"), (r"z", "s"), (r"(?<=[a-z])h", ""),
        (r"dt", "t"), (r"(.)\1+", r"\1"),
    )
)  # fmt: skip


@lru_cache(maxsize=16384)
def _sound(word: str) -> str:
    """Return a rough phonetic form. Spellings that transliteration confuses get the same form; short words stay."""
    if len(word) < 4:
        return word
    for pattern, sound in _SOUNDS:
        word = pattern.sub(sound, word)
    return word


def _thing_likeness(a: Words, b: Words, first: str, second: str, kind: NameKind) -> Similarity:
    if a.joined == b.joined:
        return Similarity(DECORATED, "the same words")
    if _is_acronym(first, b) or _is_acronym(second, a):
        return Similarity(0.86, "its initials")
    short, long = sorted((a.words, b.words), key=lambda w: (len(w), len("".join(w))))
    pairs, lone_short, lone_long = _matched(short, long)
    if lone_short and lone_long:
        whole = max(len(a.joined), len(b.joined))
        if len(a.words) != len(b.words) and OSA.distance(a.joined, b.joined) <= (whole >= 8):
            return Similarity(0.9, "the same letters")
        return Similarity(min(0.45, len(pairs) / len(long)), "different words")
    if not pairs:
        return Similarity(0.1, "other words")
    score = min(s for _, _, s in pairs)
    if len(short) == 1 and len(short[0]) < 7 and _is_replaced(short[0], pairs[0][1]):
        score = min(score, DOUBTFUL)
    if lone_long:
        left_out = kind == "organization" and all(w in GENERIC for w in lone_long)
        score = min(score, 0.87) if left_out else min(score, PART)
        return Similarity(score, "without its general words" if left_out else "a part of the name")
    return Similarity(score, "written nearly the same" if score < 1 else "the same words in another order")


def _is_acronym(short: str, long: Words) -> bool:
    letters = re.sub(r"[\W_]", "", short)
    if not 3 <= len(letters) <= 8 or not letters.isupper() or len(long.words) < 3:
        return False
    return fold(letters) == "".join(w[0] for w in long.words)


def _matched(short: Sequence[str], long: Sequence[str]) -> tuple[list[tuple[str, str, float]], list[str], list[str]]:
    left = list(long)
    pairs, lone = [], []
    for word in short:
        best = max(left, key=lambda other: _thing_word_likeness(word, other), default=None)
        score = 0.0 if best is None else _thing_word_likeness(word, best)
        if best is None or score < WORD:
            lone.append(word)
        else:
            pairs.append((word, best, score))
            left.remove(best)
    return pairs, lone, left


@lru_cache(maxsize=32768)
def _thing_word_likeness(a: str, b: str) -> float:
    """Return the likeness of two words of a thing's name; one error from 5 letters on, two from 9, never the first."""
    if a == b:
        return 1.0
    longest = max(len(a), len(b))
    distance = OSA.distance(a, b)
    if a in COUNTRIES and b in COUNTRIES:
        return 0.3
    if longest < 5 or distance > (1 if longest < 9 else 2) or a[0] != b[0]:
        return min(0.7, 1 - distance / longest)
    return 0.92 if distance == 1 else 0.88


def latin_alias(name: str) -> str | None:
    """Return the name in Latin letters if its alphabet is Greek, Cyrillic, Armenian or Georgian; else None."""
    letters = [c for c in name if c.isalpha()]
    if not letters or not all(_ALPHABETS[0] <= ord(c) <= _ALPHABETS[1] or 0x10A0 <= ord(c) <= 0x10FF for c in letters):
        return None
    return latin(name).strip() or None


_ALPHABETS: Final = (0x0370, 0x058F)
