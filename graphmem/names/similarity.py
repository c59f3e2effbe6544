"""Similarity of two names: a score from 0 (different) to 1 (the same), with a reason.

The comparison works on words. It first removes case, accents, script, titles, articles and legal forms. Each word of
the shorter name needs a counterpart in the longer one. If both names have a word without one, the names differ.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from rapidfuzz.distance import OSA

from graphmem.names import nicknames
from graphmem.names.ideographs import simplified
from graphmem.names.kinship import owner_of
from graphmem.names.normalize import fold, slug
from graphmem.names.vocabulary import COUNTRIES, GENERIC, LOOSE, PARTICLES, SON_OF
from graphmem.names.words import NameKind, Words, words_of

SAME: Final = 1.0
DECORATED: Final = 0.98
"""Score of names that differ only in article, title, legal form, script or the order of words."""
PART: Final = 0.70
"""Score if one name is a part of the other: its first name or its surname."""
WORD: Final = 0.80
"""Smallest likeness at which two words are counterparts."""
TWO_ERRORS: Final = 0.86
"""Likeness of two words of a person's name that differ in two letters."""
OTHER_FIRST: Final = 0.06
"""What a likeness loses where the first letters differ."""
SHORT_WORD: Final = 7
"""Letters of a word in which two errors are for a judge."""
DOUBTFUL: Final = 0.84
"""Score of names that may be the same: a judge decides."""
MISSPELT = "written nearly the same"
NUMERONYM: Final = "a number for its letters"
"""Reason of names such as K8s and Kubernetes."""
SURE_LETTERS: Final = 6
"""Letters that a number must replace to prove the word; four or five are for a judge, fewer prove nothing: E2E."""
SPLIT: Final = 0.49
"""Highest score of names that differ for certain.

It lies below every threshold at which names resolve, and below the band in which a judge decides."""


@dataclass(frozen=True, slots=True)
class Similarity:
    """A score from 0 to 1 and the reason for it."""

    score: float
    reason: str


_CONSONANTAL: Final = re.compile(r"[\u0590-\u06ff]")
"""Hebrew and Arabic letters."""
_ONE_LETTER: Final = str.maketrans("pvcqgz", "bfkkjs")
"""Letters that Arabic does not tell apart, and letters that stand for the same sound."""
_SIGN: Final = re.compile(r"[+#]")
_SIGN_WORDS: Final = frozenset({"plus", "sharp"})


_IDEOGRAPHS: Final = re.compile(r"[\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff々〆·・\s]+")
OTHER_SIGNS: Final = "other signs of one script"
OWNED: Final = "one names the other as its owner"


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
    if _is_owner(first, second) or _is_owner(second, first):
        return Similarity(SPLIT, OWNED)
    if _IDEOGRAPHS.fullmatch(first) and _IDEOGRAPHS.fullmatch(second):
        return _by_ideographs(first, second)
    if kind == "person" and bool(_CONSONANTAL.search(first)) != bool(_CONSONANTAL.search(second)):
        return _by_consonants(first, second)
    if kind != "person" and (letters := _left_out_letters(first, second)):
        return Similarity(0.95 if letters >= SURE_LETTERS else DOUBTFUL, NUMERONYM)
    a, b = words_of(first, kind), words_of(second, kind)
    if _signs(first, second) != _signs(second, first):
        return Similarity(SPLIT, "a sign tells them apart")
    if a.numbers != b.numbers and not (kind == "person" and _digit_is_letter(a, b)):
        return Similarity(SPLIT if a.numbers and b.numbers else min(SPLIT, 0.45), "the numbers differ")
    if a.generation and b.generation and a.generation != b.generation:
        return Similarity(SPLIT, "the generations differ")
    found = _person_likeness(a, b) if kind == "person" else _thing_likeness(a, b, first, second, kind)
    if found.score >= PART and (a.generation or b.generation) and a.generation != b.generation and kind == "person":
        return Similarity(min(found.score, 0.80), "only one of them names a generation")
    if found.score >= PART and a.legal and b.legal and _legal_differ(a.legal, b.legal):
        return Similarity(SPLIT, "the legal forms differ")
    return found


def _is_owner(name: str, other: str) -> bool:
    """Whether the other name is that of somebody or something of this one: "Ana", "Ana Souza's landlord"."""
    owner = owner_of(other)
    return owner is not None and f"{fold(owner)} ".startswith(f"{fold(name)} ")


def _by_ideographs(first: str, second: str) -> Similarity:
    """Compare two names in ideographs. Names that sound alike are others; traditional and simplified signs are the same."""
    a, b = (simplified("".join(name.split())) for name in (first, second))
    if a == b:
        return Similarity(DECORATED, "the same signs")
    if min(len(a), len(b)) >= 2 and (a in b or b in a):
        return Similarity(PART, "a part of the name")
    return Similarity(0.2, OTHER_SIGNS)


def _digit_is_letter(a: Words, b: Words) -> bool:
    """Whether a digit that ends a word stands for a letter: Mari4 is Maria, but customer1 is not customer."""
    return (not a.numbers or not b.numbers) and a.words == b.words


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
    if extra > len(solid) or any(_is_shaky(a, b, likeness) for a, b, likeness in pairs):
        score = min(score, DOUBTFUL)
    if [p[1] for p in pairs] != [w for w in long if w in {p[1] for p in pairs}]:
        given = [w for w in short if nicknames.is_given_name(w)]
        score -= 0.22 if len(given) == len(short) == 2 or SON_OF & {*short, *long} else 0.05
    return Similarity(max(score, 0.0), _reason(pairs, extra + contrary))


def _is_shaky(a: str, b: str, likeness: float) -> bool:
    """Whether two words are alike but for two letters, of seven at most: Brandel is rather not Brundol."""
    return likeness in (TWO_ERRORS, TWO_ERRORS - OTHER_FIRST) and max(len(a), len(b)) <= SHORT_WORD


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
        return MISSPELT
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
    score = 0.92 if distance == 1 else TWO_ERRORS
    return score - (0.0 if same_first and longest > 4 else OTHER_FIRST)


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
    initials = max(_initials(first, b), _initials(second, a))
    if initials >= 2:
        return Similarity(0.86 if initials >= 3 else DOUBTFUL, "its initials")
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
    return Similarity(score, MISSPELT if score < 1 else "the same words in another order")


def _initials(short: str, long: Words) -> int:
    """Return the number of initials if the short name is made of the long one's; else 0. Two initials prove little."""
    letters = re.sub(r"[\W_]", "", short)
    if not 2 <= len(letters) <= 8 or not letters.isupper() or fold(letters) != "".join(w[0] for w in long.words):
        return 0
    return len(letters)


_NUMERONYM: Final = re.compile(r"([^\W\d_])(\d{1,2})([^\W\d_])")


def _left_out_letters(first: str, second: str) -> int:
    """Return how many letters of one word a number stands for in the other (K8s: 8); 0 if it is no such pair."""
    short, long = sorted((slug(first), slug(second)), key=len)
    found = _NUMERONYM.fullmatch(short)
    number = int(found[2]) if found else 0
    fits = found and len(long) == number + 2 and long.isalpha() and (long[0], long[-1]) == (found[1], found[3])
    return number if fits and number >= SURE_LETTERS - 2 else 0


def short_forms(name: str) -> tuple[str, ...]:
    """Return the normalised short forms of a thing's name: its three or more initials, or the number for its letters."""
    words = words_of(name, "other").words
    if len(words) >= 3:
        return ("".join(w[0] for w in words),) if len(words) <= 8 else ()
    word = slug(name)
    return (f"{word[0]}{len(word) - 2}{word[-1]}",) if word.isalpha() and len(word) >= SURE_LETTERS + 2 else ()


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
