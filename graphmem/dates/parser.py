"""Dates in words: "last March", "2019", "two weeks ago" become half-open intervals of time (dates:resolve).

Every date is read against the moment of its message, in the message's time zone, and given back in UTC. ISO forms come
first, then the rules of `date_rules` and `date_rules_other`, then, for a text that is supposed to be a date and that
no rule knows, the `dateparser` library.

How the words are taken: "last week" is the seven days before the message's day, "this week" and "next week" are
calendar weeks from Monday; "last weekend" is the latest one that was over; "last Friday" is the nearest before the
day; "last month" and "two years ago" are whole calendar months and years. A weekday, month or holiday without a year
lies behind, unless the sentence looks ahead. What is vague ("recently") is no date.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta, tzinfo
from functools import lru_cache
from typing import Any
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from graphmem.contract.records import DateSpan
from graphmem.dates import vocabulary as words
from graphmem.dates.intervals import (
    DayInterval,
    day_of,
    days_of,
    last_weekend,
    month_of,
    shifted,
    week_of,
    weekday_of,
    weekend_of,
    year_of,
)
from graphmem.dates.rules_english import COUNT, RULES, UNIT, Rule, SentenceTense
from graphmem.dates.rules_other import ISO_RULES, OTHER_RULES
from graphmem.errors import InvalidInput

_INSTANT = re.compile(
    r"(?<![\w-])(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d)(:\d\d(?:\.\d{1,6})?)?\s?(Z|[+-]\d\d:?\d\d)?(?![\w:])"
)
_SENTENCE_END = re.compile(r"(?<=[.!?;\n])\s+|\n+")
_AHEAD = re.compile(
    r"\b(?:will|won't|going to|gonna|plan(?:s|ning)?|hop(?:e|es|ing)|next|upcoming|soon|looking forward|can't wait|"
    r"through|jusqu['’]\w+|até|hasta|bis|see you|tomorrow|scheduled|shall|would|due|deadline|until|till|by|"
    r"vou|vai|vamos|voy a|va a|werde|wird|amanhã|"
    r"mañana|morgen|demain|próxim[oa])\b|['’]ll\b",
    re.I,
)
_CLEARLY_AHEAD = re.compile(r"\b(?:will|won't|going to|gonna|planning|plan to|next|tomorrow|upcoming)\b|['’]ll\b", re.I)
_BEHIND = re.compile(
    r"\b(?:was|were|had|did|went|got|came|took|made|met|saw|bought|left|began|gave|said|told|heard|found|felt|ran|won|"
    r"lost|quit|had been|\w{3,}ed|ago|last|fui|foi|fue|estive|estava|"
    r"era|estaba|morei|trabalhei|viví|trabajé|était|étais|war|waren|hatte|wurde|wohnte|arbeitete|since|seit|desde|depuis)\b",
    re.I,
)
_PARTICIPLE = re.compile(r"(?:\b(?:am|is|are|be|being|get|gets|getting)|['’](?:m|re|s))\s+(?:\w+\s+)?\w+ed\b", re.I)
_AHEAD_ING = re.compile(r"\b(?:am|is|are)\s+(?:\w+\s+)?\w{2,}ing\b|['’](?:m|re|s)\s+(?:\w+\s+)?\w{2,}ing\b", re.I)


@dataclass(frozen=True, slots=True)
class FoundDate:
    """A date and where in the text it stands: `text[start:end]`."""

    start: int
    end: int
    date: DateSpan

    @property
    def length(self) -> int:
        """How many characters the date takes."""
        return self.end - self.start


@dataclass(frozen=True, slots=True)
class _Days:
    """A stretch and where in the text it stands."""

    start: int
    end: int
    days: DayInterval


def find_dates(text: str, occurred_at: datetime, time_zone: str | None = None) -> list[DateSpan]:
    """The dates in a text, in the order in which they stand there.

    Args:
        text: anything; a text without dates gives an empty list.
        occurred_at: when it was said; naive is UTC.
        time_zone: IANA name of the place where "yesterday" is meant; UTC if left out.

    Returns:
        Half-open UTC intervals with `from_ < until`; `precision` tells how finely the words spoke (a week has
        precision "day" and seven days), `how` which rule read them.

    Raises:
        InvalidInput: the time zone is unknown.
    """
    return [one.date for one in locate_dates(text, occurred_at, time_zone)]


def locate_dates(text: str, occurred_at: datetime, time_zone: str | None = None) -> list[FoundDate]:
    """As `find_dates`, with the place of each date in the text."""
    zone, moment = zone_of(time_zone), aware(occurred_at)
    day = local_day(moment, zone)
    instants = list(_instants(text, zone))
    days = [one for one in _stretches(text, day) if not any(i.start < one.end and one.start < i.end for i in instants)]
    found = instants + [one for one in (_dated(text, piece, zone) for piece in days) if one]
    return sorted(found, key=lambda one: one.start)


def resolve_date(
    words: str, occurred_at: datetime, time_zone: str | None = None, *, ahead: bool = False
) -> DateSpan | None:
    """The interval meant by words that are supposed to be a date ("last March", "since 2019"); None if they are none.

    Leading prepositions are ignored: whether the date is a start or an end is for the caller to say. Of several dates
    in the words the longest counts, provided that dates make up most of the words. `ahead`: the words belong to what is
    intended, so that a day or month without a year is the next one.

    Raises:
        InvalidInput: the time zone is unknown.
    """
    whole = words.strip().strip("\"'.,;()")
    text = _LEADING.sub("", whole)
    zone, moment = zone_of(time_zone), aware(occurred_at)
    put = (*((f"will {text}", f"will in {text}") if ahead else ()), whole, f"since {text}")
    found = next((dates for one in put if (dates := locate_dates(one, moment, time_zone))), None)
    if found:
        best = max(found, key=lambda one: one.length)
        return best.date if 2 * sum(one.length for one in found) >= len(text) else None
    return _bare(text, moment, zone) or _by_library(text, moment, zone)


_LEADING = re.compile(r"^(?:(?:since|from|until|till|by|on|in|at|during|starting|as of|around|about|desde|seit|bis|"
                      r"até|hasta|depuis)\s+)+(?:the\s+year\s+)?", re.I)  # fmt: skip


# --------------------------------------------------------------------------- time zones and moments


@lru_cache(maxsize=64)
def zone_of(name: str | None) -> tzinfo:
    """The zone of an IANA name; None = UTC.

    Raises:
        InvalidInput: there is no such zone.
    """
    if name is None:
        return UTC
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        raise InvalidInput(f"there is no time zone {name!r}; use an IANA name", field="time_zone") from None


def aware(moment: datetime) -> datetime:
    """The moment in UTC; naive counts as UTC."""
    return moment.replace(tzinfo=UTC) if moment.tzinfo is None else moment.astimezone(UTC)


def local_day(moment: datetime, zone: tzinfo) -> date:
    """The calendar day on which the moment falls there."""
    try:
        return moment.astimezone(zone).date()
    except OverflowError:
        return moment.date()


def span_of(words: str, days: DayInterval, zone: tzinfo) -> DateSpan | None:
    """A stretch of local days as a UTC interval; None where it leaves the years 1–9999."""
    try:
        first, end = (datetime.combine(day, time(), zone).astimezone(UTC) for day in (days.first, days.end))
    except (OverflowError, ValueError):
        return None
    if first >= end:
        return None
    return DateSpan(span=words, from_=first, until=end, precision=days.precision, how=days.how)


# --------------------------------------------------------------------------- reading


def _instants(text: str, zone: tzinfo) -> Iterator[FoundDate]:
    """ISO dates with a time of day: one second where seconds are given, else one minute."""
    for match in _INSTANT.finditer(text):
        day, minutes, seconds, offset = match.groups()
        try:
            read = datetime.fromisoformat(f"{day}T{minutes}{seconds or ''}{offset or ''}")
            moment = (read if read.tzinfo else read.replace(tzinfo=zone)).astimezone(UTC)
            until = moment + timedelta(seconds=1 if seconds else 60)
        except (ValueError, OverflowError):
            continue
        span = DateSpan(span=match[0].strip(), from_=moment, until=until, precision="instant", how="iso")
        yield FoundDate(match.start(), match.end(), span)


def _dated(text: str, piece: _Days, zone: tzinfo) -> FoundDate | None:
    span = span_of(text[piece.start : piece.end], piece.days, zone)
    return FoundDate(piece.start, piece.end, span) if span else None


def _stretches(text: str, day: date) -> list[_Days]:
    """The days of every date in the text: the longest of overlapping readings, with what stands before them."""
    kept: list[_Days] = []
    taken = bytearray(len(text))
    for one in sorted(_readings(text, day), key=lambda one: one.start - one.end):
        if not any(taken[one.start : one.end]):
            taken[one.start : one.end] = b"\1" * (one.end - one.start)
            kept.append(one)
    return [_widened(text, one) for one in sorted(kept, key=lambda one: one.start)]


def _readings(text: str, day: date) -> Iterator[_Days]:
    scenes = _Tenses(text, day)
    for kind, rules in (("iso", ISO_RULES), ("rule", RULES), ("rule", OTHER_RULES)):
        for one in rules:
            yield from _matches(one, kind, text, scenes)


def _matches(one: Rule, kind: str, text: str, scenes: _Tenses) -> Iterator[_Days]:
    group = "span" if "span" in one.pattern.groupindex else 0
    for match in one.pattern.finditer(text):
        try:
            days = one.read(match, scenes.at(match.start()))
        except (ValueError, OverflowError, KeyError):
            continue
        if days:
            how = kind if kind == "iso" else f"rule:{one.name}"
            yield _Days(match.start(group), match.end(group), days.named(how))


class _Tenses:
    """The scene of each sentence of a text, worked out once a sentence."""

    def __init__(self, text: str, day: date) -> None:
        self.text, self.day = text, day
        self.ends = [0, *(match.end() for match in _SENTENCE_END.finditer(text)), len(text) + 1]
        self.known: dict[int, SentenceTense] = {}

    def at(self, place: int) -> SentenceTense:
        """The scene of the sentence in which `place` lies."""
        number = bisect_right(self.ends, place) - 1
        if number not in self.known:
            start, stop = (self.ends[number + step] for step in (0, 1))
            self.known[number] = tense_of(self.text[start:stop], self.day)
        return self.known[number]


def tense_of(sentence: str, day: date) -> SentenceTense:
    """Whether a sentence looks ahead or back: plain words about the future, then past verbs, then "is moving"."""
    behind = bool(_BEHIND.search(_PARTICIPLE.sub(" ", sentence)))
    if _CLEARLY_AHEAD.search(sentence):
        return SentenceTense(day, future=True, past=behind)
    ahead = not behind and bool(_AHEAD.search(sentence) or _AHEAD_ING.search(sentence))
    return SentenceTense(day, future=ahead, past=behind)


# --------------------------------------------------------------------------- what stands before a date

_BESIDE = re.compile(
    rf"(?:\b{COUNT}\s+{UNIT}|\b(?:the\s+)?(?P<one>week|day|night|month|year|weekend|{words.WEEKDAY}))\s+"
    r"(?P<side>before|prior to|preceding|after|following|of)\s+(?:the\s+)?$",
    re.I,
)
_PART = re.compile(
    r"\b(?:the\s+)?(?P<part>early|mid|middle|late|end|beginning|start)(?:\s+(?:of|in)|-)?\s*(?:the\s+)?$", re.I
)


def _widened(text: str, found: _Days) -> _Days:
    """ "the week before" and "early" change the date that they stand before."""
    before = text[max(0, found.start - 60) : found.start]
    for pattern, change in ((_BESIDE, _beside), (_PART, _part_of)):
        match = pattern.search(before)
        if match and (days := _safely(change, match, found.days)):
            return _Days(found.start - len(before) + match.start(), found.end, days)
    return found


def _safely(change: Any, match: re.Match[str], days: DayInterval) -> DayInterval | None:
    try:
        changed: DayInterval | None = change(match, days)
    except (ValueError, OverflowError, KeyError):
        return None
    return changed


def _beside(match: re.Match[str], base: DayInterval) -> DayInterval | None:
    """ "the week before 9 June", "two days after Christmas", "the Friday before 22 October"."""
    side, how = match["side"].lower(), f"rule:{match['side'].lower()}"
    if side == "of":
        return _around((match["one"] or "").lower(), base)
    past = side in ("before", "prior to", "preceding")
    named = words.fold(match["one"] or match["unit"])
    edge = base.first if past else base.end - timedelta(days=1)
    if named in words.WEEKDAYS:
        return weekday_of(edge, words.WEEKDAYS[named], past=past).named(how)
    unit, count = words.UNITS[named], words.number(match["count"]) if match["count"] else 1
    if unit == "weekend":
        return (last_weekend(base.first) if past else weekend_of(edge, edge.weekday() // 5)).named(how)
    return shifted(edge, unit, -count if past else count).named(how)


def _around(unit: str, base: DayInterval) -> DayInterval | None:
    if unit not in ("week", "weekend", "month"):
        return None
    if unit == "month":
        return month_of(base.first.year, base.first.month).named("rule:of")
    return (week_of if unit == "week" else weekend_of)(base.first).named("rule:of")


def _part_of(match: re.Match[str], base: DayInterval) -> DayInterval | None:
    """The first, middle or last third of a month or a year."""
    said = match["part"].lower()
    third = 0 if said in ("early", "beginning", "start") else 1 if said in ("mid", "middle") else 2
    if base.precision == "year" and (base.end - base.first).days < 367:
        return month_of(base.first.year, 4 * third + 1, 4).named("rule:part")
    if base.precision != "month" or (base.end - base.first).days > 31:
        return None
    length = 10 if third < 2 else (base.end - base.first).days - 20
    return days_of(base.first, 10 * third, length).named("rule:part")


# --------------------------------------------------------------------------- words that are all date

_LANGUAGES = ["en", "pt", "es", "fr", "de", "it", "nl", "pl", "ru", "sv", "tr", "ja", "zh"]
_WORTH_ASKING = re.compile(r"(?=.*\w{3})(?=.{3,60}$)(?!.*https?:)", re.S)


def _bare(text: str, moment: datetime, zone: tzinfo) -> DateSpan | None:
    """A month, a year or a number of years that stands all alone."""
    said = words.fold(text).strip(". ")
    day = local_day(moment, zone)
    if re.fullmatch(r"[12]\d{3}", said):
        return span_of(text, year_of(int(said)).named("rule:year"), zone)
    if said in words.MONTHS:
        this = month_of(day.year, words.MONTHS[said])
        days = this if this.first <= day else month_of(day.year - 1, words.MONTHS[said])
        return span_of(text, days.named("rule:month"), zone)
    if said in words.WEEKDAYS:
        return span_of(text, weekday_of(day, words.WEEKDAYS[said], past=True).named("rule:weekday"), zone)
    return None


@lru_cache(maxsize=1)
def _library() -> Any:
    from dateparser.date import DateDataParser

    return DateDataParser


def _by_library(text: str, moment: datetime, zone: tzinfo) -> DateSpan | None:
    """What dateparser makes of it; its answer has the precision that it reports, never that of its filled-in parts."""
    if not _WORTH_ASKING.match(text):
        return None
    local = moment.astimezone(zone).replace(tzinfo=None)
    settings = {"RELATIVE_BASE": local, "PREFER_DATES_FROM": "past", "RETURN_AS_TIMEZONE_AWARE": False,
                "PREFER_DAY_OF_MONTH": "first", "PREFER_MONTH_OF_YEAR": "first", "REQUIRE_PARTS": []}  # fmt: skip
    try:
        answer = _library()(languages=_LANGUAGES, settings=settings).get_date_data(text)
        return None if answer.date_obj is None else _from_library(text, answer, zone)
    except (ValueError, OverflowError, KeyError, TypeError, AttributeError, re.error):
        return None


def _from_library(text: str, answer: Any, zone: tzinfo) -> DateSpan | None:
    day, period = answer.date_obj.date(), answer.period
    shapes = {"year": year_of(day.year), "month": month_of(day.year, day.month), "week": days_of(day, 0, 7)}
    return span_of(text, shapes.get(period, day_of(day)).named("dateparser"), zone)
