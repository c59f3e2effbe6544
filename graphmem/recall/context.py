"""The context: what was recalled, as text for a prompt, within a budget of tokens. Pure, and the same every time."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from types import MappingProxyType
from typing import Literal

from graphmem.contract.records import Entity, Episode, Fact
from graphmem.graph.fulltext import words

Style = Literal["grouped", "block", "lines"]
"""grouped: facts by their subject, with dates and sources. block: a flat list with confidences. lines: facts
as "subject relation object" with confidence and end."""

CHARS_A_TOKEN = 4
SHARE_OF_FACTS = 0.6
LONGEST_TURN = 600
_WORD = re.compile(r"\w+")
HEAD, ENTITIES, FACTS, EPISODES = "[Agent Memory]", "Known entities: ", "Key facts:", "Recent episodes:"
LINES = "Known facts:"


@dataclass(frozen=True, slots=True)
class SpokenSource:
    """Who said something, and when."""

    speaker: str | None
    at: datetime


NO_SOURCES: Mapping[str, SpokenSource] = MappingProxyType({})


def passage_of(content: str, speaker: str | None, question: str) -> str:
    """The found part of an episode, as much of it as a context shows, from where most words of the question stand."""
    said = _plain(content)
    room = LONGEST_TURN - (len(speaker) + 2 if speaker else 0)
    if len(said) > room:
        at = _densest(said.casefold(), set(words(question.casefold())), room)
        said = f"{'…' if at else ''}{said[at : at + room - 2]}…"
    return f"{speaker}: {said}" if speaker else said


def _densest(text: str, asked: set[str], room: int) -> int:
    """Where to begin, so that most different words of the question are shown; at the beginning of a word."""
    starts = [m.start() for m in _WORD.finditer(text) if m[0] in asked]
    begins = [0, *(text.rfind(" ", 0, max(0, start - room // 4)) + 1 for start in starts)]
    return max(begins, key=lambda at: (len(asked.intersection(_WORD.findall(text[at : at + room]))), -at))


def tokens(text: str) -> int:
    """Tokens of a text, four characters each, rounded up."""
    return -(-len(text) // CHARS_A_TOKEN)


def context_of(
    facts: Sequence[Fact],
    episodes: Sequence[Episode],
    entities: Sequence[Entity],
    budget: int,
    *,
    at: datetime,
    chronological: bool = False,
    style: Style = "grouped",
    sources: Mapping[str, SpokenSource] = NO_SOURCES,
) -> str:
    """The context block: entities, facts, episodes; "" where there is nothing to tell, or no room for any of it.

    Args:
        facts, episodes: best first; what does not fit is left out from the end. Facts take three fifths of the budget at most
            while there are episodes that need the rest.
        budget: tokens at most.
        at: the moment that is asked about: what had ended by then, had not begun or was only planned is marked, in every style.
        chronological: episodes in the order in which they happened, instead of best first.
        sources: by episode id, for the facts that were drawn from it; only the grouped style tells them.
    """
    told = [_fact_line(fact, style, sources, at) for fact in facts]
    turns = [_turn_line(one) for one in episodes]
    names = [] if style == "lines" else _names(entities, facts)
    room = budget * CHARS_A_TOKEN - sum(len(line) + 1 for line in _head(style))
    if names and len(names[0]) + 1 <= room // 5:
        room -= len(names[0]) + 1
    else:
        names = []
    fact_costs, turn_costs = _costs(facts, told, style), _turn_costs(turns)
    most_facts, most_turns = _shared(fact_costs, turn_costs, room)
    if not most_facts and not most_turns:
        return ""
    shown = list(zip(episodes, turns, strict=True))[:most_turns]
    if chronological:
        shown.sort(key=lambda pair: pair[0].occurred_at)
    lines = [*_head(style), *names, *_listed(facts[:most_facts], told, style)]
    return "\n".join([*lines, *([EPISODES] if shown else []), *(line for _, line in shown)])


def _head(style: Style) -> list[str]:
    return [] if style == "lines" else [HEAD]


def _shared(facts: Sequence[int], turns: Sequence[int], room: int) -> tuple[int, int]:
    """How many facts and how many turns fit: facts in their share first, then turns, then facts in what those leave."""
    most_facts = _fitting(facts, int(room * SHARE_OF_FACTS) if turns else room)
    most_turns = _fitting(turns, room - sum(facts[:most_facts]))
    return _fitting(facts, room - sum(turns[:most_turns])), most_turns


def _fitting(costs: Sequence[int], room: int) -> int:
    """How many, from the first, fit."""
    for number, cost in enumerate(costs):
        room -= cost
        if room < 0:
            return number
    return len(costs)


def _costs(facts: Sequence[Fact], lines: Sequence[str], style: Style) -> list[int]:
    """Characters that each fact adds, with the headings that come with it."""
    costs, seen = [len(line) + 1 for line in lines], set[str]()
    for index, fact in enumerate(facts):
        if style == "grouped" and fact.subject_id not in seen:
            seen.add(fact.subject_id)
            costs[index] += len(_plain(fact.subject)) + 2
    return _with_heading(costs, LINES if style == "lines" else FACTS)


def _turn_costs(lines: Sequence[str]) -> list[int]:
    return _with_heading([len(line) + 1 for line in lines], EPISODES)


def _with_heading(costs: list[int], heading: str) -> list[int]:
    return [costs[0] + len(heading) + 1, *costs[1:]] if costs else costs


def _names(entities: Sequence[Entity], facts: Sequence[Fact]) -> list[str]:
    told = {id_ for fact in facts for id_ in (fact.subject_id, fact.object_id)}
    listed = [f"{_plain(e.name)} ({e.type})" for e in entities if e.id in told]
    return [ENTITIES + ", ".join(listed)] if listed else []


def _listed(facts: Sequence[Fact], lines: Sequence[str], style: Style) -> list[str]:
    """Facts under their heading; grouped, under their subjects, in the order in which the subjects first appear."""
    if not facts:
        return []
    if style != "grouped":
        return [LINES if style == "lines" else FACTS, *lines[: len(facts)]]
    groups: dict[str, list[str]] = {}
    for fact, line in zip(facts, lines, strict=False):
        groups.setdefault(fact.subject_id, [f"{_plain(fact.subject)}:"]).append(line)
    return [FACTS, *(line for group in groups.values() for line in group)]


def _fact_line(fact: Fact, style: Style, sources: Mapping[str, SpokenSource], at: datetime) -> str:
    if style == "lines":
        return _triple(fact, at)
    said, standing = _plain(fact.text), _standing(fact, at)
    sure = f" (confidence: {fact.confidence:.2f})" if fact.confidence < 1 else ""
    if style == "block":
        return f"- {said}{standing}{sure}"
    return f"- {said}{standing or _dates(fact)}{sure}{_source(fact, sources)}"


def _triple(fact: Fact, at: datetime) -> str:
    until = f" (until {_day(fact.valid_until)})" if fact.valid_until else ""
    ended = fact.valid_until is not None and fact.valid_until <= at
    said = _plain(f"{fact.subject} {fact.relation} {fact.object}")
    return f"- {said} [confidence {fact.confidence:.2f}]{until if ended else _standing(fact, at) or until}"


def _source(fact: Fact, sources: Mapping[str, SpokenSource]) -> str:
    """The latest source that is known."""
    found = [sources[id_] for id_ in fact.episode_ids if id_ in sources]
    if not found:
        return ""
    latest = max(found, key=lambda one: one.at)
    return f" [{f'{_plain(latest.speaker)}, ' if latest.speaker else ''}{_day(latest.at)}]"


def _standing(fact: Fact, at: datetime) -> str:
    """What keeps a fact from being plainly true at a moment; "" where nothing does. A plan is one until it is told as done."""
    start, end = fact.valid_from, fact.valid_until
    if fact.kind == "event":
        return ""
    if start and start > at:
        return f" (upcoming, from {_day(start)})"
    if end and end <= at:
        return f" (no longer true: {_day(start) if start else 'always'} to {_day(end)})"
    if fact.kind == "plan" and start:
        return f" (planned for {_day(start)})"
    return ""


def _dates(fact: Fact) -> str:
    start = _day(fact.valid_from) if fact.valid_from else None
    end = _day(fact.valid_until) if fact.valid_until else None
    if fact.kind == "event" and start:
        return f" ({start})"
    if start or end:
        return f" ({f'since {start}' if start else ''}{' ' if start and end else ''}{f'until {end}' if end else ''})"
    return ""


def _day(moment: datetime) -> str:
    return moment.date().isoformat()


def _plain(text: str) -> str:
    """On one line: a name or a sentence must not look like a line of the context of its own."""
    return " ".join(text.split())


def _turn_line(episode: Episode) -> str:
    said = _plain(episode.content)
    said = said if len(said) <= LONGEST_TURN else said[: LONGEST_TURN - 1] + "…"
    who = f"{_plain(episode.speaker)}: " if episode.speaker else ""
    return f"- [{_day(episode.occurred_at)}] {who}{said}"
