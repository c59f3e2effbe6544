"""The context: recalled facts and episodes as text for a prompt, within a token budget. Pure and deterministic."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, tzinfo
from types import MappingProxyType

from graphmem.explore.passage import LONGEST_TURN, plain
from graphmem.ontology import seed_rule
from graphmem.recall.withdrawn import is_withdrawn
from graphmem_contract.choices import Style
from graphmem_contract.reads import Episode
from graphmem_contract.records import Entity, Fact, StatedCondition

CHARS_A_TOKEN = 4
SHARE_OF_FACTS = 0.6
HEAD, ENTITIES, FACTS, EPISODES = "[Agent Memory]", "Known entities: ", "Key facts:", "Recent episodes:"
LINES = "Known facts:"
TOPICS = "Topics:"
WAITING = "Not yet so:"


@dataclass(frozen=True, slots=True)
class SpokenSource:
    """The speaker and the time of an episode."""

    speaker: str | None
    at: datetime


@dataclass(frozen=True, slots=True)
class EndedFact:
    """A fact that an episode states and that has ended: its text, and its end."""

    text: str
    end: datetime


CLOSED_WITH = ("cascade", "superseded")
"""Reasons of an end for which it is told what the fact rested on."""
MOST_ENDED = 3
"""Maximum number of ended facts that the line of an episode names."""
NONE_ENDED: Mapping[str, tuple[EndedFact, ...]] = MappingProxyType({})
NO_GROUNDS: Mapping[str, str] = MappingProxyType({})
NOTHING_AHEAD: Mapping[str, str] = MappingProxyType({})
NO_SOURCES: Mapping[str, SpokenSource] = MappingProxyType({})


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
    sources: Mapping[str, SpokenSource] = NO_SOURCES,
    outdated: Mapping[str, tuple[EndedFact, ...]] = NONE_ENDED,
    grounds: Mapping[str, str] = NO_GROUNDS,
    standing: Sequence[str] = (),
    topics: Sequence[str] = (),
    waiting: Sequence[str] = (),
    not_yet: Mapping[str, str] = NOTHING_AHEAD,
) -> str:
    """Return the context block; "" where there is nothing to tell.

    Its parts: standing instructions, topics, entities, facts, facts that wait for a change, episodes.

    Args:
        facts, episodes: best first. What does not fit is dropped from the end. Facts take at most three fifths of the
            budget while episodes need the rest.
        budget: maximum number of tokens.
        at: the valid time that is asked for. Every style marks facts that had ended by then, had not begun, or were only
            planned.
        zone: the time zone in which days are told.
        chronological: sort episodes by the time they occurred, instead of best first.
        sources: by episode id, for the facts derived from that episode. Only the grouped style shows them.
        standing: the lines of the standing instructions, which have a budget of their own. They are told unless `budget` is 0.
        topics: the lines of the topics. They take at most half of the budget.
        waiting: the lines of the facts that wait for a change. They take at most a quarter of the budget.
        outdated: by episode id, the facts that it states and that had ended by then. Every style marks the episode.
        not_yet: by episode id, what it says that waits for a change. Every style marks the episode.
        grounds: by fact id, what a fact rested on that ended with it, and that nothing has replaced. Every style tells it.
    """
    facts = [_fact_in(zone, fact) for fact in facts]
    episodes = [one.model_copy(update={"occurred_at": one.occurred_at.astimezone(zone)}) for one in episodes]
    sources = {id_: replace(source, at=source.at.astimezone(zone)) for id_, source in sources.items()}
    fact_lines = [_fact_line(fact, style, sources, at) + _ground(fact, grounds, at) for fact in facts]
    turns = [
        _turn_line(episode) + _ended_mark(outdated.get(episode.id, ()), zone) + _waiting_mark(not_yet.get(episode.id))
        for episode in episodes
    ]
    names = [] if style == "lines" else _names(entities, facts, at)
    room = budget * CHARS_A_TOKEN - sum(len(line) + 1 for line in _head(style))
    if names and len(names[0]) + 1 <= room // 5:
        room -= len(names[0]) + 1
    else:
        names = []
    about = _fitting_lines(topics, TOPICS, room // 2)
    coming = _fitting_lines(waiting, WAITING, room // 4)
    room -= sum(len(line) + 1 for line in (*about, *coming))
    fact_costs, turn_costs = _costs(facts, fact_lines, style), _turn_costs(turns)
    most_facts, most_turns = _shared(fact_costs, turn_costs, room)
    told = [*_head(style), *(standing if budget else ()), *about]
    if not most_facts and not most_turns:
        return "\n".join((*told, *coming)) if budget and (standing or about or coming) else ""
    shown = list(zip(episodes, turns, strict=True))[:most_turns]
    if chronological:
        shown.sort(key=lambda pair: pair[0].occurred_at)
    lines = [*told, *names, *_listed(facts[:most_facts], fact_lines, style), *coming]
    return "\n".join([*lines, *([EPISODES] if shown else []), *(line for _, line in shown)])


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
    kept = lines[: _fitting(_with_heading([len(line) + 1 for line in lines], heading), room)]
    return [heading, *kept] if kept else []


def _head(style: Style) -> list[str]:
    return [] if style == "lines" else [HEAD]


def _shared(facts: Sequence[int], turns: Sequence[int], room: int) -> tuple[int, int]:
    """Return how many facts and how many turns fit.

    Facts fill their share first, turns fill the rest, and facts take what the turns leave.
    """
    most_facts = _fitting(facts, int(room * SHARE_OF_FACTS) if turns else room)
    most_turns = _fitting(turns, room - sum(facts[:most_facts]))
    return _fitting(facts, room - sum(turns[:most_turns])), most_turns


def _fitting(costs: Sequence[int], room: int) -> int:
    """Return how many of the first costs fit in the room."""
    for number, cost in enumerate(costs):
        room -= cost
        if room < 0:
            return number
    return len(costs)


def _costs(facts: Sequence[Fact], lines: Sequence[str], style: Style) -> list[int]:
    """Return the characters that each fact adds, with the headings that it brings."""
    costs, subjects = [len(line) + 1 for line in lines], set[str]()
    for index, fact in enumerate(facts):
        if style == "grouped" and fact.subject_id not in subjects:
            subjects.add(fact.subject_id)
            costs[index] += len(plain(fact.subject)) + 2
    return _with_heading(costs, LINES if style == "lines" else FACTS)


def _turn_costs(lines: Sequence[str]) -> list[int]:
    return _with_heading([len(line) + 1 for line in lines], EPISODES)


def _with_heading(costs: list[int], heading: str) -> list[int]:
    return [costs[0] + len(heading) + 1, *costs[1:]] if costs else costs


def _names(entities: Sequence[Entity], facts: Sequence[Fact], at: datetime) -> list[str]:
    """Return the line of names. The value of a fact that is over stands only where that is said, not among the names."""
    ends = {fact.subject_id for fact in facts}
    ends |= {fact.object_id for fact in facts if fact.kind == "event" or not fact.valid_until or fact.valid_until > at}
    listed = [f"{plain(e.name)} ({e.type})" for e in entities if e.id in ends]
    return [ENTITIES + ", ".join(listed)] if listed else []


def _listed(facts: Sequence[Fact], lines: Sequence[str], style: Style) -> list[str]:
    """Return the facts under their heading. The grouped style puts them under their subjects, in order of first appearance."""
    if not facts:
        return []
    if style != "grouped":
        return [LINES if style == "lines" else FACTS, *lines[: len(facts)]]
    groups: dict[str, list[str]] = {}
    for fact, line in zip(facts, lines, strict=False):
        groups.setdefault(fact.subject_id, [f"{plain(fact.subject)}:"]).append(line)
    return [FACTS, *(line for group in groups.values() for line in group)]


def _fact_line(fact: Fact, style: Style, sources: Mapping[str, SpokenSource], at: datetime) -> str:
    if style == "lines":
        return _triple(fact, at)
    text, mark = plain(fact.text), _validity_mark(fact, at)
    confidence = f" (confidence: {fact.confidence:.2f})" if fact.confidence < 1 else ""
    if style == "block":
        return f"- {text}{mark or _coming_end(fact)}{confidence}"
    return f"- {text}{mark or _dates(fact)}{confidence}{_source(fact, sources)}"


def _triple(fact: Fact, at: datetime) -> str:
    until = f" (until {_day(fact.valid_until)})" if fact.valid_until else ""
    ended = fact.valid_until is not None and fact.valid_until <= at
    triple = plain(f"{fact.subject} {fact.relation} {fact.object}")
    return f"- {triple} [confidence {fact.confidence:.2f}]{until if ended else _validity_mark(fact, at) or until}"


def _source(fact: Fact, sources: Mapping[str, SpokenSource]) -> str:
    """Return the latest known source of a fact as " [speaker, day]", or ""."""
    found = [sources[id_] for id_ in fact.episode_ids if id_ in sources]
    if not found:
        return ""
    latest = max(found, key=lambda source: source.at)
    return f" [{f'{plain(latest.speaker)}, ' if latest.speaker else ''}{_day(latest.at)}]"


def _validity_mark(fact: Fact, at: datetime) -> str:
    """Return the mark of a fact that is not simply true at a moment, or "".

    A plan of a state that has begun is told as what holds. Another plan stays one until a statement says that it is done.
    """
    start, end = fact.valid_from, fact.valid_until
    if fact.kind == "event":
        return ""
    if is_withdrawn(fact.object):
        return " (no longer true: it is marked so itself)"
    if start and start > at:
        return f" (upcoming, from {_day(start)})"
    if end and end <= at:
        return f" (no longer true: {f'{_day(start)} to' if start else 'until'} {_day(end)})"
    if fact.kind == "plan" and start and seed_rule(fact.relation).kind != "state":
        return f" (planned for {_day(start)})"
    return ""


def _ground(fact: Fact, grounds: Mapping[str, str], at: datetime) -> str:
    """Return what an ended fact rested on, with what change a fact began, or "".

    Values are told only of what has no successor: an old one must not stand beside a new one.
    """
    if (ground := grounds.get(fact.id)) is not None:
        return f" (it rested on: {plain(ground)}, which no longer holds; what holds instead is not known)"
    if fact.holds_while and fact.closed_reason in CLOSED_WITH and fact.valid_until and fact.valid_until <= at:
        return f" (it rested on: {', '.join(map(_role, fact.holds_while))})"
    if fact.starts_when and fact.status != "waiting":
        return f" (it began with a change of: {_role(fact.starts_when)})"
    return ""


def _role(condition: StatedCondition) -> str:
    return plain(f"{condition.relation.replace('_', ' ')} of {condition.subject}")


def _coming_end(fact: Fact) -> str:
    """Return the end of a fact that has not ended, or ""."""
    return f" (until {_day(fact.valid_until)})" if fact.valid_until and fact.kind != "event" else ""


def _ended_mark(ended: Sequence[EndedFact], zone: tzinfo) -> str:
    """Return what an episode states and what has ended, or ""."""
    days = ((one.text, _day(one.end.astimezone(zone))) for one in ended[:MOST_ENDED])
    told = "; ".join(f"{plain(text).rstrip('.')}, until {day}" for text, day in days)
    return f" (no longer true: {told})" if told else ""


def _waiting_mark(told: str | None) -> str:
    """Return what an episode says that is not so yet, or ""."""
    return f" (not so yet: {told})" if told else ""


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


def _turn_line(episode: Episode) -> str:
    text = plain(episode.content)
    text = text if len(text) <= LONGEST_TURN else text[: LONGEST_TURN - 1] + "…"
    speaker = f"{plain(episode.speaker)}: " if episode.speaker else ""
    return f"- [{_day(episode.occurred_at)}] {speaker}{text}"
