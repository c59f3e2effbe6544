"""The context: recalled facts and episodes as text for a prompt, within a token budget. Pure and deterministic."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, tzinfo
from types import MappingProxyType

from graphmem.explore.passage import plain
from graphmem.recall.context_lines import (
    NO_GROUNDS,
    NO_SOURCES,
    NONE_ENDED,
    NOTHING_AHEAD,
    EndedFact,
    SpokenSource,
    fact_line,
    turn_line,
)
from graphmem_contract.choices import Style
from graphmem_contract.reads import Episode
from graphmem_contract.records import Entity, Fact

CHARS_A_TOKEN = 4
SHARE_OF_FACTS = 0.3
HEAD, ENTITIES, FACTS, EPISODES = "[Agent Memory]", "Known entities: ", "Key facts:", "Recent episodes:"
LINES = "Known facts:"
TOPICS = "Topics:"
WAITING = "Not yet so:"
ALL_FIT: Mapping[str, float] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class _Line:
    """A line, how well its result fits the question, and the id and the heading of its group."""

    text: str
    fit: float
    group: tuple[str, str] = ("", "")


@dataclass(frozen=True, slots=True)
class _Turn:
    """An episode with its line. `is_marked`: the line says more than the episode."""

    episode: Episode
    line: _Line
    is_marked: bool


def tokens(text: str) -> int:
    """Return the number of tokens of a text: one per four characters, rounded up."""
    return -(-len(text) // CHARS_A_TOKEN)


def context_of(
    facts: Sequence[Fact],
    episodes: Sequence[Episode],
    entities: Sequence[Entity],
    budget: int,
    *,
    at: datetime,
    zone: tzinfo = UTC,
    chronological: bool = False,
    style: Style = "grouped",
    fits: Mapping[str, float] = ALL_FIT,
    sources: Mapping[str, SpokenSource] = NO_SOURCES,
    outdated: Mapping[str, tuple[EndedFact, ...]] = NONE_ENDED,
    grounds: Mapping[str, str] = NO_GROUNDS,
    standing: Sequence[str] = (),
    topics: Sequence[str] = (),
    waiting: Sequence[str] = (),
    not_yet: Mapping[str, str] = NOTHING_AHEAD,
) -> str:
    """Return the context; "" where there is nothing to tell.

    It begins with the standing instructions and the topics. Then the grouped style tells the best result, the other facts and
    episodes by kind, and the entities; it leaves out an episode of which a told fact has all words. The style `lines` tells
    facts and episodes in one list, best first. The style `block` tells entities, facts and episodes.

    Args:
        facts, episodes: best first. What does not fit is dropped from the end. Facts take at most three tenths of the budget
            while episodes need the rest.
        budget: maximum number of tokens.
        at: the valid time that is asked for. Every style marks facts that had ended by then, had not begun, or were only
            planned.
        zone: the time zone in which days are told.
        chronological: sort episodes by the time they occurred, instead of best first.
        fits: by id of a fact or an episode, how well it fits the question, from 0 to 1. One that is not there fits.
        sources: by episode id, for the facts derived from that episode. Only the grouped style shows them.
        standing: the lines of the standing instructions, which have a budget of their own. They are told unless `budget` is 0.
        topics: the lines of the topics. They take at most half of the budget.
        waiting: the lines of the facts that wait for a change. They take at most a quarter of the budget.
        outdated: by episode id, the facts that it states and that had ended by then. Every style marks the episode.
        not_yet: by episode id, what it says that waits for a change. Every style marks the episode.
        grounds: by fact id, what a fact rested on that ended with it, and that nothing has replaced. Every style tells it.
    """
    facts = [_fact_in(zone, fact) for fact in facts]
    sources = {id_: replace(source, at=source.at.astimezone(zone)) for id_, source in sources.items()}
    fact_lines = [
        _Line(
            fact_line(fact, style, sources, grounds, at),
            fits.get(fact.id, 1),
            (fact.subject_id, f"{plain(fact.subject)}:"),
        )
        for fact in facts
    ]
    names = [] if style == "lines" else _names(entities, facts, at)
    head = [HEAD] if style == "block" else []
    room = budget * CHARS_A_TOKEN - _size(head)
    names = names if _size(names) <= room // 5 else []
    about = _fitting_lines(topics, TOPICS, room // 2)
    coming = _fitting_lines(waiting, WAITING, room // 4)
    room -= _size((*names, *about, *coming))
    costs = _costs(fact_lines, LINES if style == "lines" else FACTS, grouped=style == "grouped")
    marked = {*outdated, *not_yet}
    turns = [
        _Turn(one, _Line(turn_line(one, outdated, not_yet, zone), fits.get(one.id, 1)), one.id in marked)
        for one in episodes
    ]
    most_facts, shown = _chosen(facts, costs, turns, room, no_repeats=style == "grouped")
    before = [*head, *(standing if budget else ()), *about]
    if not most_facts and not shown:
        return "\n".join((*before, *coming)) if budget and (standing or about or coming) else ""
    shown = sorted(shown, key=lambda turn: turn.episode.occurred_at) if chronological else shown
    told = _told(fact_lines[:most_facts], [turn.line for turn in shown], style, chronological)
    if style == "block":
        return "\n".join((*before, *names, *told, *coming))
    return "\n".join((*before, *told, *coming, *names))


def _chosen(
    facts: Sequence[Fact], costs: Sequence[int], turns: Sequence[_Turn], room: int, *, no_repeats: bool
) -> tuple[int, Sequence[_Turn]]:
    """Return how many facts are told, and the turns.

    Args:
        costs: the characters of each fact. no_repeats: leave out a turn of which a told fact has all words; what it leaves is
            filled again.
    """
    most_facts, most_turns = _shared(costs, turns, room, _fitting(costs, int(room * SHARE_OF_FACTS)))
    while no_repeats:
        least = most_facts
        turns = [one for one in turns if one.is_marked or not _is_said(one.episode, facts[:least])]
        most_facts, most_turns = _shared(costs, turns, room, least)
        no_repeats = most_facts > least
    return most_facts, turns[:most_turns]


def _is_said(episode: Episode, facts: Sequence[Fact]) -> bool:
    """Whether a fact that is drawn from an episode has all words of it."""
    words = _words(episode.content)
    return any(episode.id in fact.episode_ids and words <= _words(fact.text) for fact in facts)


def _words(text: str) -> set[str]:
    return set(re.findall(r"\w+", text.casefold()))


def _told(facts: Sequence[_Line], turns: Sequence[_Line], style: Style, chronological: bool) -> list[str]:
    """Return the lines of facts and episodes with their headings."""
    if style == "lines":
        return [LINES, *(line.text for line in _merged(facts, turns))]
    if style == "block":
        return [*_under(FACTS, _texts(facts)), *_under(EPISODES, _texts(turns))]
    if facts and (not turns or chronological or facts[0].fit >= turns[0].fit):
        return [facts[0].text, *_under(FACTS, _by_group(facts[1:])), *_under(EPISODES, _texts(turns))]
    first, rest = ([], turns) if chronological else ([turns[0].text], turns[1:])
    return [*first, *_under(EPISODES, _texts(rest)), *_under(FACTS, _by_group(facts))]


def _merged(facts: Sequence[_Line], turns: Sequence[_Line]) -> list[_Line]:
    """Return both kinds in one list. Each keeps its order, and what fits better comes first."""
    merged, rest = list[_Line](), list(turns)
    for fact in facts:
        while rest and rest[0].fit > fact.fit:
            merged.append(rest.pop(0))
        merged.append(fact)
    return merged + rest


def _by_group(facts: Sequence[_Line]) -> list[str]:
    """Return the facts under their subjects, in order of first appearance."""
    groups: dict[str, list[str]] = {}
    for fact in facts:
        groups.setdefault(fact.group[0], [fact.group[1]]).append(fact.text)
    return [line for group in groups.values() for line in group]


def _texts(lines: Iterable[_Line]) -> list[str]:
    return [line.text for line in lines]


def _under(heading: str, lines: Sequence[str]) -> list[str]:
    return [heading, *lines] if lines else []


def _size(lines: Iterable[str]) -> int:
    """Return the number of characters of lines with their ends."""
    return sum(len(line) + 1 for line in lines)


def _fact_in(zone: tzinfo, fact: Fact) -> Fact:
    """Return a fact with its days in a time zone."""
    if zone is UTC:
        return fact
    ends = {"valid_from": fact.valid_from, "valid_until": fact.valid_until}
    return fact.model_copy(update={name: _in(zone, at) for name, at in ends.items() if at is not None})


def _in(zone: tzinfo, at: datetime) -> datetime:
    try:
        return at.astimezone(zone)
    except OverflowError:  # at the edge of the calendar
        return at


def _fitting_lines(lines: Sequence[str], heading: str, room: int) -> list[str]:
    """Return the first lines that fit, under their heading."""
    costs = [len(line) + 1 for line in lines]
    return list(_under(heading, lines[: _fitting(_with_heading(costs, heading), room)]))


def _shared(facts: Sequence[int], turns: Sequence[_Turn], room: int, least: int) -> tuple[int, int]:
    """Return how many facts and how many turns fit.

    The first `least` facts are told, turns fill the rest, and facts take what the turns leave.
    """
    costs = _costs([turn.line for turn in turns], EPISODES)
    most_turns = _fitting(costs, room - sum(facts[:least]))
    return _fitting(facts, room - sum(costs[:most_turns])), most_turns


def _fitting(costs: Sequence[int], room: int) -> int:
    """Return how many of the first costs fit in the room."""
    for number, cost in enumerate(costs):
        room -= cost
        if room < 0:
            return number
    return len(costs)


def _costs(lines: Sequence[_Line], heading: str, grouped: bool = False) -> list[int]:
    """Return the characters that each line adds, with the headings that it brings."""
    costs, groups = [len(line.text) + 1 for line in lines], set[str]()
    for index, line in enumerate(lines if grouped else ()):
        id_, title = line.group
        if id_ not in groups:
            groups.add(id_)
            costs[index] += len(title) + 1
    return _with_heading(costs, heading)


def _with_heading(costs: list[int], heading: str) -> list[int]:
    return [costs[0] + len(heading) + 1, *costs[1:]] if costs else costs


def _names(entities: Sequence[Entity], facts: Sequence[Fact], at: datetime) -> list[str]:
    """Return the line of names. The value of a fact that is over stands only where that is said, not among the names."""
    ends = {fact.subject_id for fact in facts}
    ends |= {fact.object_id for fact in facts if fact.kind == "event" or not fact.valid_until or fact.valid_until > at}
    listed = [f"{plain(e.name)} ({e.type})" for e in entities if e.id in ends]
    return [ENTITIES + ", ".join(listed)] if listed else []
