"""The line of a fact, and the line of an episode, in the context. Pure and deterministic."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, tzinfo
from types import MappingProxyType

from graphmem.explore.passage import LONGEST_TURN, plain
from graphmem.ontology import seed_rule
from graphmem.recall.withdrawn import is_withdrawn
from graphmem_contract.choices import Style
from graphmem_contract.reads import Episode
from graphmem_contract.records import Fact, StatedCondition

CONFIDENT = 0.8
"""Below this the grouped style tells the confidence: of what was neither said outright nor strongly implied."""


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


def fact_line(
    fact: Fact, style: Style, sources: Mapping[str, SpokenSource], grounds: Mapping[str, str], at: datetime
) -> str:
    """Return the line of a fact. Its days are in the time zone of the fact.

    Args:
        sources: by episode id. Only the grouped style shows them.
        grounds: by fact id, what it rested on that ended with it.
        at: the valid time that is asked for.
    """
    if style == "lines":
        return _triple(fact, at) + _ground(fact, grounds, at)
    text, mark = plain(fact.text), _validity_mark(fact, at)
    if style == "block":
        line = f"- {text}{mark or _coming_end(fact)}{_confidence(fact, 1)}"
    else:
        line = f"- {text}{mark or _dates(fact)}{_confidence(fact, CONFIDENT)}{_source(fact, sources, dated=not mark)}"
    return line + _ground(fact, grounds, at)


def turn_line(
    episode: Episode, outdated: Mapping[str, tuple[EndedFact, ...]], not_yet: Mapping[str, str], zone: tzinfo
) -> str:
    """Return the line of an episode, with its day in a time zone.

    Args:
        outdated: by episode id, what it states and what has ended.
        not_yet: by episode id, what it says that waits for a change.
    """
    text = plain(episode.content)
    text = text if len(text) <= LONGEST_TURN else text[: LONGEST_TURN - 1] + "…"
    speaker = f"{plain(episode.speaker)}: " if episode.speaker else ""
    marks = _ended_mark(outdated.get(episode.id, ()), zone) + _waiting_mark(not_yet.get(episode.id))
    return f"- [{_day(episode.occurred_at.astimezone(zone))}] {speaker}{text}{marks}"


def _confidence(fact: Fact, below: float) -> str:
    return f" (confidence: {fact.confidence:.2f})" if fact.confidence < below else ""


def _triple(fact: Fact, at: datetime) -> str:
    until = f" (until {_day(fact.valid_until)})" if fact.valid_until else ""
    ended = fact.valid_until is not None and fact.valid_until <= at
    triple = plain(f"{fact.subject} {fact.relation} {fact.object}")
    return f"- {triple} [confidence {fact.confidence:.2f}]{until if ended else _validity_mark(fact, at) or until}"


def _source(fact: Fact, sources: Mapping[str, SpokenSource], dated: bool) -> str:
    """Return the latest known source of a fact as " [speaker, day]", or "". `dated`: the line tells since when it holds."""
    found = [sources[id_] for id_ in fact.episode_ids if id_ in sources]
    if not found:
        return ""
    latest = max(found, key=lambda source: source.at)
    is_told = dated and fact.valid_from is not None and _day(fact.valid_from) == _day(latest.at)
    parts = [*([plain(latest.speaker)] if latest.speaker else []), *([] if is_told else [_day(latest.at)])]
    return f" [{', '.join(parts)}]" if parts else ""


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
