"""Which relation a question asks for, and over which path: the question's words without its names, as parts. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from graphmem.names.normalize import word_set
from graphmem.recall.question.question_words import GlossedWord, all_function_words, glossed

_OF = word_set("of de da do del du d von vom der des")
_RELATIVE = word_set("""
    that which who whom whose where que quem quien quienes qui ou dont onde donde lequel laquelle der die das dem den deren dessen
    welche welcher welches welchem welchen wo""")
_ARTICLES = word_set("the a an o os as um uma el la los las un una le les l une die das ein eine einen einem einer")
_COPULAS = word_set("is are was were do does did e sao era foi es son era fue est sont etait ist sind war waren")
_WHO = word_set("who what quem quien qui que wer was")
_UNSAID = word_set("s the a an of")
_SAME = word_set("""
    same mesmo mesma mismo misma meme selbe selben derselbe derselben dieselbe dieselben dasselbe demselben denselben
    gleiche gleichen""")
_AS = word_set("as que qu wie")
SHARES = word_set("""
    share shares shared sharing partilha partilham compartilha compartilham comparte comparten partage partagent teilt teilen""")
_WITH = word_set("with com con avec mit")
MOST_WAYS = 6


@dataclass(frozen=True, slots=True)
class TwoHops:
    """A question about the relation of something that is itself named by a relation, in English words.

    "Where does Nora's manager live?": `via` "manager", `asked` "where does live".
    """

    via: str
    asked: str


@dataclass(frozen=True, slots=True)
class AskedRelation:
    """What a question asks of the entities that it names.

    - `whole`: all its words without the names, in English.
    - `ways`: its readings as two hops.
    - `of_object`: the question asks for the subject: "Who leads Orion?". The named entity is the object of an active relation.
    """

    whole: str
    ways: tuple[TwoHops, ...] = ()
    of_object: bool = False


def longest_names(parts: Sequence[str], names: Mapping[str, Iterable[str]]) -> dict[tuple[int, int], frozenset[str]]:
    """Return the spans of the question that are names, with the entities of each. A name inside a longer one does not count.

    Args:
        parts: the normalised words of the question.
        names: by normalised name, the ids of the entities that have it.
    """
    spans: dict[tuple[int, int], frozenset[str]] = {}
    longest = max((name.count("_") + 1 for name in names), default=0)
    for start in range(len(parts)):
        for end in range(start + 1, min(start + longest, len(parts)) + 1):
            name = "_".join(parts[start:end])
            found = frozenset(names.get(name, ())) | frozenset(names.get(name.removesuffix("s"), ()))
            if found:
                spans[start, end] = found
    return {
        span: ids
        for span, ids in spans.items()
        if not any(o != span and o[0] <= span[0] and span[1] <= o[1] for o in spans)
    }


def read_asked(parts: Sequence[str], spans: Iterable[tuple[int, int]]) -> AskedRelation | None:
    """Return what a question asks for, or None if it has no word beside its names that asks for something."""
    ordered = sorted(spans)
    if not ordered:
        return _of_words(glossed(parts))
    named = {at for start, end in ordered for at in range(start, end)}
    words = glossed([part for at, part in enumerate(parts) if at not in named])
    place = sum(at not in named for at in range(ordered[0][0]))
    genitive = parts[ordered[0][1] - 1].endswith("s") or parts[ordered[0][1] : ordered[0][1] + 1] == ["s"]
    whole = _of_words(words)
    if whole is None:
        return None
    return AskedRelation(whole.whole, _ways(words, place, genitive=genitive), _asks_for_subject(words, place))


def may_take_two_hops(parts: Sequence[str], names: Mapping[str, Iterable[str]] | None = None) -> bool:
    """Whether a question may ask over two hops. It costs a longer walk in the graph.

    Args:
        parts: the normalised words of the question.
        names: as in `longest_names`, if they are known. A name says nothing of it: "Silas", "Leonardo da Vinci".
    """
    names = names or {}
    whole = [(start, end) for start, end in longest_names(parts, names) if "_".join(parts[start:end]) in names]
    named = {at for start, end in whole for at in range(start, end)}
    inner = ["" if at in named else part for at, part in enumerate(parts)][1:]
    owner = any(part == "s" or part in _OF for part in inner) or any(part in _RELATIVE for part in inner[1:])
    return (
        owner
        or not (_SAME | SHARES).isdisjoint(parts)
        or any(len(part) > 2 and part.endswith("s") and part not in all_function_words() for part in inner[:-1])
    )


def asks_who_shares(parts: Sequence[str], spans: Iterable[tuple[int, int]]) -> bool:
    """Whether a question asks who has the same as somebody it names: "the same town as Ana", "shares an office with Ana"."""
    for start, _ in spans:
        before = parts[:start]
        link = before[-2:] if before[-1:] and before[-1] in _ARTICLES else before[-1:]
        for words, links in ((_SAME, _AS), (SHARES, _WITH)):
            if not links.isdisjoint(link) and not words.isdisjoint(before):
                return True
    return False


def _of_words(words: Sequence[GlossedWord]) -> AskedRelation | None:
    text = _text(words)
    return AskedRelation(text) if text else None


def _text(words: Sequence[GlossedWord]) -> str:
    return " ".join(dict.fromkeys(word.english for word in words if word.english and word.english not in _UNSAID))


def _asks_for_subject(words: Sequence[GlossedWord], place: int) -> bool:
    """Whether the question begins with "who" and a full verb, and the name follows: "Who founded Orion?"."""
    return (
        len(words) > 1
        and place > 1
        and words[0].plain in _WHO
        and words[1].plain not in _COPULAS
        and any(word.content for word in words[1:place])
    )


def _ways(words: Sequence[GlossedWord], place: int, *, genitive: bool) -> tuple[TwoHops, ...]:
    """Return the readings as two hops. The name stands before the word at `place`."""
    ways: dict[TwoHops, None] = {}
    for start, end in _windows(words, place, genitive=genitive):
        inside, outside = words[start:end], [*words[:start], *words[end:]]
        if any(word.content for word in inside) and _asks(outside):
            ways[TwoHops(_text(inside), _text(outside))] = None
    return tuple(ways)[:MOST_WAYS]


def _asks(words: Sequence[GlossedWord]) -> bool:
    """Whether words ask for something: a word of content, or a place or a time."""
    return any(word.content or word.english in ("where", "when") for word in words)


def _windows(words: Sequence[GlossedWord], place: int, *, genitive: bool) -> Iterable[tuple[int, int]]:
    """Return the parts of the question that may name the thing between: "Nora's manager", "the manager of Nora", "… that …"."""
    if genitive:
        first = place + (place < len(words) and words[place].plain == "s")
        for size in (1, 2):
            if any(word.content for word in words[first : first + size]):
                yield place, min(first + size, len(words))
    if place and words[place - 1].plain in _ARTICLES | _OF:
        of = next((at for at in (place - 1, place - 2) if at > 0 and words[at].plain in _OF), None)
        if of is not None and words[of - 1].content:
            yield of - 1, place
            if of > 1 and words[of - 2].content:
                yield of - 2, place
    for at in reversed(range(1, place)):
        if words[at].plain in _RELATIVE and any(word.content for word in words[max(0, at - 2) : at]):
            start = next(n for n in (at - 1, at - 2) if n >= 0 and words[n].content)
            yield from ((start, end) for end in _ends(words, place))
            break
    if place and words[place - 1].content and place < len(words):
        yield from ((place - 1, end) for end in _ends(words, place))


def _ends(words: Sequence[GlossedWord], place: int) -> list[int]:
    """Return where a clause with the name may end: at the end of the question, or a word before."""
    return [end for end in (len(words), len(words) - 1) if end >= place]
