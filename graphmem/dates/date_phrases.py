"""Starts and ends of periods: which date of a clause opens a period and which closes it (docs/time.md, R4).

"since 2019" opens a period, "until May" closes one, "from 2015 to 2018" does both. "in March" gives only a time.
In a clause about something that is over ("left Acme last March", "no longer … since June"), such a date, and a date
after "since", closes the period.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Literal

from graphmem.dates.parser import FoundDate, locate_dates, resolve_date
from graphmem_contract.records import DateSpan

Role = Literal["during", "since", "until", "range", "for"]

_START_CUE = re.compile(
    r"\b(?:(?:ever\s+)?since|from|starting(?:\s+(?:in|on|from))?|as of|beginning(?:\s+(?:in|on))?|desde|a partir de|"
    r"depuis|seit|dès|ab)\s+(?:the\s+)?(?:year\s+)?(?:(?:about|around|roughly)\s+)?$",
    re.I,
)
_END_CUE = re.compile(
    r"\b(?:until|till|til|up to|through|by(?:\s+the\s+end\s+of)?|before|ending(?:\s+(?:in|on))?|até|hasta|jusqu'en|"
    r"jusqu'à|bis)\s+(?:the\s+)?(?:year\s+)?(?:(?:about|around|roughly|at least)\s+)?$",
    re.I,
)
_FOR_CUE = re.compile(r"\b(?:for|llevo|lleva|llevamos|llevan)\s+$", re.I)
_LASTING = ("rule:duration", "rule:lasting", "rule:running")
_BETWEEN = re.compile(
    r"^\s*(?:to|until|till|and|through|up to|-|–|—|a|e|y|et|und|até|hasta|bis|à)\s*(?:the\s+)?$", re.I
)
_BETWEEN_LEAD = re.compile(r"\b(?:from|between|de|desde|von|zwischen|entre)\s+(?:the\s+)?$", re.I)
_DASH = re.compile(r"^\s*[-–—]\s*$")
_OVER = re.compile(
    r"\b(?:no longer|any\s?more|used to|stopped|quit|resigned|gave up|"
    r"left|broke up|split up|divorced|separated|ended|former(?:ly)?|retired|sold|cancell?ed|got rid of|"
    r"não .{1,30} mais|já não|ya no|nicht mehr|ne .{1,30} plus|deixei de|dejé de)\b",
    re.I,
)


@dataclass(frozen=True, slots=True)
class DatePhrase:
    """A period in a clause: its words are `text[start:end]`; `starts`, `until` or both are set."""

    role: Role
    start: int
    end: int
    starts: DateSpan | None
    until: DateSpan | None


def find_date_phrases(text: str, occurred_at: datetime, time_zone: str | None = None) -> list[DatePhrase]:
    """Return the dates of a clause with their roles, in the order of the text.

    Args:
        text: one clause or sentence. With several sentences, `is_over` is applied to the whole text.
        occurred_at: the time of the message; a naive datetime counts as UTC.
        time_zone: IANA name; UTC if left out.

    Returns:
        Periods. The role "range" sets both dates. "since", "during" and "for" ("for three years now") set `starts`.
        "until" sets `until`. If the clause says that something is over, "during" and "since" set `until` instead.

    Raises:
        InvalidInput: the time zone is unknown.
    """
    found = locate_dates(text, occurred_at, time_zone)
    over = is_over(text)
    periods: list[DatePhrase] = []
    number = 0
    while number < len(found):
        if number + 1 < len(found) and _is_range(text, found[number], found[number + 1]):
            periods.append(_range(text, found[number], found[number + 1], time_zone))
            number += 2
        else:
            periods.append(_single(text, found[number], over=over))
            number += 1
    return periods


def is_over(text: str) -> bool:
    """Whether the text says that something has ended: "used to", "no longer", "stopped", "quit", "left"."""
    return bool(_OVER.search(text))


def _is_range(text: str, first: FoundDate, second: FoundDate) -> bool:
    between = text[first.end : second.start]
    if _DASH.match(between):
        return True
    return bool(_BETWEEN.match(between) and _BETWEEN_LEAD.search(text[max(0, first.start - 20) : first.start]))


def _range(text: str, first: FoundDate, second: FoundDate, time_zone: str | None) -> DatePhrase:
    """Return a period with both ends; in "from March to June 2020" the first date takes the year of the second."""
    starts, until = first.date, second.date
    if starts.from_ and until.from_ and starts.from_ >= until.from_:
        earlier = resolve_date(starts.span, until.from_, time_zone)
        starts = earlier if earlier and earlier.from_ and earlier.from_ < until.from_ else starts
    before = text[max(0, first.start - 20) : first.start]
    cue = _BETWEEN_LEAD.search(before)
    return DatePhrase("range", _cue_start(first, before, cue) if cue else first.start, second.end, starts, until)


def _single(text: str, found: FoundDate, *, over: bool) -> DatePhrase:
    before = text[max(0, found.start - 30) : found.start]
    period = DatePhrase("during", found.start, found.end, found.date, None)
    if match := _END_CUE.search(before):
        return replace(period, role="until", start=_cue_start(found, before, match), starts=None, until=found.date)
    if match := _START_CUE.search(before):
        role: Role = "since"
        period = replace(period, role=role, start=_cue_start(found, before, match))
    elif (match := _FOR_CUE.search(before)) and found.date.how in _LASTING:
        period = replace(period, role="for", start=_cue_start(found, before, match))
    return replace(period, starts=None, until=found.date) if over and period.role in ("during", "since") else period


def _cue_start(found: FoundDate, before: str, match: re.Match[str]) -> int:
    """Return the position in the text at which the cue before a date begins ("since", "from")."""
    return found.start - len(before) + match.start()
