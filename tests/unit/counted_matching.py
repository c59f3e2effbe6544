"""A matcher for regular expressions that counts its steps, and texts that make a pattern take many.

Python's own engine tells no steps, and a test that measures time says something else on every machine. This one walks the same
parsed pattern in the same order: it backtracks where `re` backtracks. Literal prefixes, which `re` skips fast, are not skipped.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from re import _compiler, _constants as op, _parser
from typing import Any

MANY = 300
"""A repeat of at most so many is bounded: it takes no more steps in a longer text."""
FEW = 4
"""What the matcher takes a bounded repeat for, so that short texts show how the steps grow in long ones."""
Items = Sequence[tuple[Any, Any]]
_ONE = (op.LITERAL, op.NOT_LITERAL, op.ANY, op.IN)
_REPEAT = (op.MAX_REPEAT, op.MIN_REPEAT, op.POSSESSIVE_REPEAT)
_PIECES = (" ", "\n", "a", "A", "1", "a ", "1 ", '"', "(", ",", "-", ". ")
_SIGNS = " a1A-_.,;:'’\"(\n“x"


class TooManySteps(Exception):
    """The search has taken more steps than a linear one can."""


class CountingMatcher:
    """Searches all matches of a pattern in a text, as `finditer` does, and counts the steps."""

    def __init__(self, pattern: str, flags: int, most: int = 200_000) -> None:
        self.tree: Any = _parser.parse(pattern, flags)
        self.flags, self.most, self.steps = self.tree.state.flags, most, 0
        self.items: Items = list(self.tree.data)
        self._accepts: dict[Any, tuple[Callable[[str], Any], dict[str, bool]]] = {}

    def search_all(self, text: str) -> int:
        """Return the number of steps.

        Raises:
            TooManySteps: there are more than `most`.
        """
        self.text, self.size, self.steps = text, len(text), 0
        place = 0
        while place <= self.size and (found := self._first(place)):
            place = found[1] if found[1] > found[0] else found[1] + 1
        return self.steps

    def _first(self, place: int) -> tuple[int, int] | None:
        for start in range(place, self.size + 1):
            self._step()
            self.groups: dict[int, tuple[int, int] | None] = {}
            for end in self._sequence(self.items, 0, start):
                return start, end
        return None

    def _step(self) -> None:
        self.steps += 1
        if self.steps > self.most:
            raise TooManySteps

    def _sequence(self, items: Items, number: int, place: int) -> Iterator[int]:
        """Yield every end of the items from `number` on, in the order in which a backtracking engine tries them."""
        if number == len(items):
            yield place
            return
        self._step()
        kind, value = items[number]
        if kind in _ONE:
            ends: Iterator[int] = iter((place + 1,) if place < self.size and self._fits(kind, value, place) else ())
        elif kind is op.BRANCH:
            ends = (end for branch in value[1] for end in self._sequence(list(branch), 0, place))
        elif kind is op.SUBPATTERN:
            ends = self._group(value[0], list(value[3]), place)
        elif kind is op.ATOMIC_GROUP:
            ends = self._only_first(self._sequence(list(value), 0, place))
        elif kind in _REPEAT:
            ends = self._repeat(kind, value[0], value[1], list(value[2]), place)
        elif kind is op.AT:
            ends = iter((place,) if self._stands(value, place) else ())
        elif kind in (op.ASSERT, op.ASSERT_NOT):
            ends = iter((place,) if self._looks(value[0], value[1], place) is (kind is op.ASSERT) else ())
        elif kind is op.GROUPREF:
            ends = self._again(value, place)
        else:
            assert kind is op.FAILURE, kind
            ends = iter(())
        for end in ends:
            yield from self._sequence(items, number + 1, end)

    @staticmethod
    def _only_first(ends: Iterator[int]) -> Iterator[int]:
        for end in ends:
            yield end
            return

    def _group(self, group: int | None, items: Items, place: int) -> Iterator[int]:
        for end in self._sequence(items, 0, place):
            if group is not None:
                self.groups[group] = (place, end)
            yield end

    def _again(self, group: int, place: int) -> Iterator[int]:
        span = self.groups.get(group)
        if span and self.text.startswith(self.text[slice(*span)], place):
            yield place + span[1] - span[0]

    def _repeat(self, kind: Any, least: int, most: Any, items: Items, place: int) -> Iterator[int]:
        if most is op.MAXREPEAT or most > MANY:
            most = self.size + 1
        elif most > least + FEW:
            most = least + FEW
        if kind is op.POSSESSIVE_REPEAT:
            yield from self._only_first(self._repeat(op.MAX_REPEAT, least, most, items, place))
        elif len(items) == 1 and items[0][0] in _ONE:
            yield from self._run(kind, least, min(most, self.size - place), items[0], place)
        else:
            yield from self._rounds(kind, least, most, items, place, 0)

    def _run(self, kind: Any, least: int, most: int, item: tuple[Any, Any], place: int) -> Iterator[int]:
        count = 0
        if kind is op.MIN_REPEAT:
            while count <= most:
                if count >= least:
                    yield place + count
                self._step()
                if count == most or not self._fits(*item, place + count):
                    return
                count += 1
        while count < most and self._fits(*item, place + count):
            self._step()
            count += 1
        yield from range(place + count, place + least - 1, -1)

    def _rounds(self, kind: Any, least: int, most: int, items: Items, place: int, done: int) -> Iterator[int]:
        if kind is op.MIN_REPEAT and done >= least:
            yield place
        if done < most:
            for end in self._sequence(items, 0, place):
                if end > place or done < least:
                    yield from self._rounds(kind, least, most, items, end, done + 1)
        if kind is not op.MIN_REPEAT and done >= least:
            yield place

    def _looks(self, direction: int, part: Any, place: int) -> bool:
        start = place if direction > 0 else place - part.getwidth()[1]
        ends = self._sequence(list(part), 0, start) if start >= 0 else iter(())
        return any(direction > 0 or end == place for end in ends)

    def _fits(self, kind: Any, value: Any, place: int) -> bool:
        sign = self.text[place]
        if kind is op.ANY:
            return sign != "\n" or bool(self.flags & re.DOTALL)
        key = (kind, id(value) if isinstance(value, list) else value)
        if key not in self._accepts:
            self._accepts[key] = (one_of(kind, value, self.flags), {})
        match, known = self._accepts[key]
        if sign not in known:
            known[sign] = match(sign) is not None
        return known[sign]

    def _stands(self, where: Any, place: int) -> bool:
        text, lines = self.text, bool(self.flags & re.MULTILINE)
        if where in (op.AT_BEGINNING, op.AT_BEGINNING_STRING):
            return place == 0 or (where is op.AT_BEGINNING and lines and text[place - 1] == "\n")
        if where in (op.AT_END, op.AT_END_STRING):
            at_line = place < self.size and text[place] == "\n" and (lines or place == self.size - 1)
            return place == self.size or (where is op.AT_END and at_line)
        word = [0 <= at < self.size and (text[at].isalnum() or text[at] == "_") for at in (place - 1, place)]
        return (word[0] is not word[1]) is (where is op.AT_BOUNDARY)


def one_of(kind: Any, value: Any, flags: int) -> Callable[[str], Any]:
    """Return a function that matches one sign with an item of a pattern."""
    state = _parser.State()
    state.flags = flags
    pattern: Any = _compiler.compile(_parser.SubPattern(state, [(kind, value)]), flags)
    match: Callable[[str], Any] = pattern.match
    return match


def sample(items: Items, flags: int) -> str:
    """Return a short text that the items match, or nearly."""
    text = ""
    for kind, value in items:
        if kind is op.LITERAL:
            text += chr(value)
        elif kind in (op.NOT_LITERAL, op.IN):
            text += (accepted(kind, value, flags) or ("q",))[0]
        elif kind is op.ANY:
            text += "q"
        elif kind is op.BRANCH:
            text += min((sample(list(branch), flags) for branch in value[1]), key=len)
        elif kind in (op.SUBPATTERN, op.ATOMIC_GROUP):
            text += sample(list(value[3] if kind is op.SUBPATTERN else value), flags)
        elif kind in _REPEAT:
            text += sample(list(value[2]), flags) * value[0]
    return text


def accepted(kind: Any, value: Any, flags: int) -> tuple[str, ...]:
    """Return some signs that an item accepts."""
    match = one_of(kind, value, flags)
    return tuple(sign for sign in _SIGNS if match(sign)) or next(
        ((chr(code),) for code in range(33, 0xFFFF) if match(chr(code))), ()
    )


def repeats(items: Items, flags: int, before: str = "") -> Iterator[tuple[str, str, str]]:
    """Yield for every unbounded repeat what comes before it, what it repeats, and a sign that ends it."""
    for kind, value in items:
        if kind in _REPEAT:
            body = list(value[2])
            if value[1] is op.MAXREPEAT or value[1] > MANY:
                signs = accepted(*body[0], flags) if len(body) == 1 and body[0][0] in _ONE[1::2] else ()
                stop = next((one for one in "\0,'\n" if one not in signs), "\0")
                for repeated in dict.fromkeys((sample(body, flags) or "q", *signs)):
                    yield before, repeated, stop
            yield from repeats(body, flags, before)
        elif kind is op.BRANCH:
            for branch in value[1]:
                yield from repeats(list(branch), flags, before)
        elif kind in (op.SUBPATTERN, op.ATOMIC_GROUP):
            yield from repeats(list(value[3] if kind is op.SUBPATTERN else value), flags, before)
        elif kind in (op.ASSERT, op.ASSERT_NOT):
            yield from repeats(list(value[1]), flags, before)
        before += sample([(kind, value)], flags)


def hostile(items: Items, flags: int) -> set[tuple[str, str, str]]:
    """Return texts in three parts, of which the middle one is repeated: where a pattern starts to read, and reads far in vain."""
    texts: set[tuple[str, str, str]] = set()
    for before, repeated, stop in repeats(items, flags):
        texts |= {(before, repeated, "\0"), (before, repeated, "")}
        texts |= {("", before + repeated, "\0"), ("", before + repeated, stop)}
    return texts | {("", piece, "\0") for piece in _PIECES} if texts else texts


def superlinear(pattern: str, flags: int, size: int = 24, most: int | None = None) -> list[tuple[str, str, str]]:
    """Return the hostile texts for which twice the length takes clearly more than twice the steps.

    `most`: how many texts are tried of a pattern that has many, one in so many; None: all.
    """
    matcher = CountingMatcher(pattern, flags)
    bad = []
    texts = sorted(hostile(matcher.items, matcher.flags))
    for before, repeated, after in texts[:: -(-len(texts) // most) if most and texts else 1]:
        count = 6 * -(-size // (6 * len(repeated)))  # a match may span two or three of them
        try:
            once, twice, again = (matcher.search_all(before + repeated * count * n + after) for n in (1, 2, 4))
        except TooManySteps:
            bad.append((before, repeated, after))
            continue
        if again - twice > 2.5 * (twice - once) + 4 * size:
            bad.append((before, repeated, after))
    return bad
