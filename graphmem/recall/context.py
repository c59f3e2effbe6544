"""The context: what was recalled, as text for a prompt, within a budget of tokens. Pure, and the same every time."""

from __future__ import annotations

import re
from collections.abc import Sequence

from graphmem.graph.fulltext import words
from graphmem.records import Entity, Episode, Fact

CHARS_A_TOKEN = 4
SHARE_OF_FACTS = 0.6
LONGEST_TURN = 600
_WORD = re.compile(r"\w+")
HEAD, ENTITIES, FACTS, EPISODES = "[Agent Memory]", "Known entities: ", "Key facts:", "Recent episodes:"


def passage_of(content: str, speaker: str | None, question: str) -> str:
    """The found part of an episode, as much of it as a context shows, from where most words of the question stand."""
    said = " ".join(content.split())
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
    chronological: bool = False,
) -> str:
    """The context block (S2-17): entities, facts grouped by their subject, episodes; "" where there is nothing to tell.

    Args:
        facts, episodes: best first; what does not fit is left out from the end. Facts take three fifths of the budget at most
            while there are episodes.
        budget: tokens at most.
        chronological: episodes in the order in which they happened, instead of best first.
    """
    room = budget * CHARS_A_TOKEN - len(HEAD) - 1
    names = _names(entities, facts)
    head = [HEAD] + ([names] if names and len(names) + 1 <= room // 5 else [])
    room -= sum(len(line) + 1 for line in head[1:])
    kept_facts = _fitting([_fact_line(f) for f in facts], _room_for_facts(room, bool(episodes)), FACTS)
    used = sum(len(_fact_line(f)) + 1 for f in facts[:kept_facts]) + (len(FACTS) + 1 if kept_facts else 0)
    used += sum(len(name) + 2 for name in {f.subject for f in facts[:kept_facts]})
    kept_episodes = _fitting([_turn_line(e) for e in episodes], room - used, EPISODES)
    if not kept_facts and not kept_episodes:
        return ""
    shown = sorted(episodes[:kept_episodes], key=lambda e: e.occurred_at) if chronological else episodes[:kept_episodes]
    lines = [*head, *_grouped(facts[:kept_facts]), *([EPISODES] if kept_episodes else []), *map(_turn_line, shown)]
    return "\n".join(lines)


def _room_for_facts(room: int, shared: bool) -> int:
    return int(room * SHARE_OF_FACTS) if shared else room


def _names(entities: Sequence[Entity], facts: Sequence[Fact]) -> str:
    told = {id_ for fact in facts for id_ in (fact.subject_id, fact.object_id)}
    listed = [f"{e.name} ({e.type})" for e in entities if e.id in told]
    return ENTITIES + ", ".join(listed) if listed else ""


def _fitting(lines: Sequence[str], room: int, heading: str) -> int:
    """How many of the lines, from the first, fit under their heading."""
    room -= len(heading) + 1
    for number, line in enumerate(lines):
        room -= len(line) + 1
        if room < 0:
            return number
    return len(lines)


def _grouped(facts: Sequence[Fact]) -> list[str]:
    """Facts under their subjects, in the order in which the subjects first appear."""
    groups: dict[str, list[Fact]] = {}
    for fact in facts:
        groups.setdefault(fact.subject_id, []).append(fact)
    lines = [FACTS] if groups else []
    for group in groups.values():
        lines += [f"{group[0].subject}:", *map(_fact_line, group)]
    return lines


def _fact_line(fact: Fact) -> str:
    sure = f" (confidence: {fact.confidence:.2f})" if fact.confidence < 1 else ""
    return f"- {fact.text.strip()}{_dates(fact)}{sure}"


def _dates(fact: Fact) -> str:
    start = f"{fact.valid_from:%Y-%m-%d}" if fact.valid_from else None
    end = f"{fact.valid_until:%Y-%m-%d}" if fact.valid_until else None
    if fact.kind == "event" and start:
        return f" ({start})"
    if fact.upcoming:
        return f" (upcoming, from {start})"
    if end and not fact.holds_now:
        return f" (no longer true: {start or 'always'} to {end})"
    if start or end:
        return f" ({f'since {start}' if start else ''}{' ' if start and end else ''}{f'until {end}' if end else ''})"
    return ""


def _turn_line(episode: Episode) -> str:
    said = " ".join(episode.content.split())
    said = said if len(said) <= LONGEST_TURN else said[: LONGEST_TURN - 1] + "…"
    who = f"{episode.speaker}: " if episode.speaker else ""
    return f"- [{episode.occurred_at:%Y-%m-%d}] {who}{said}"
