"""Date parser: turns "last March", "2019" or "two weeks ago" into half-open intervals of time (dates:resolve).

The parser reads each date relative to the moment of its message, in the time zone of the message. It returns UTC.
It tries ISO forms first, then the rules of `rules_english`, `rules_other` and `rules_unspaced`. `resolve_date` expects a date;
it asks the `dateparser` library last, when no rule matches.

Meaning of the words:

- "last week" is the seven days before the day of the message. "This week" and "next week" are calendar weeks that
  begin on Monday.
- "last weekend" is the latest weekend that is over. "Last Friday" is the nearest Friday before the day.
- "last month" and "two years ago" are whole calendar months and years.
- A weekday, month or holiday without a year lies in the past, unless the sentence is about the future.
- Vague words ("recently") are not a date.
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

from graphmem.dates import vocabulary as words
from graphmem.dates.intervals import (
    DayInterval,
    ahead_of,
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
from graphmem.dates.prefilter import may_hold_date
from graphmem.dates.rules_english import COUNT, RULES, UNIT, Rule, SentenceTense, nearest_month
from graphmem.dates.rules_other import ISO_RULES, OTHER_RULES
from graphmem.dates.rules_unspaced import UNSPACED_RULES
from graphmem_contract.errors import InvalidInput
from graphmem_contract.records import DateSpan

_INSTANT = re.compile(
    r"(?<![\w-])(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d)(:\d\d(?:\.\d{1,6})?)?\s?(Z|[+-]\d\d:?\d\d)?(?![\w:])"
)
_SENTENCE_END = re.compile(r"(?<=[.!?;\n])\s+|\n+")
_FUTURE = re.compile(
    r"\b(?:will|won't|going to|gonna|plan(?:s|ning)?|hop(?:e|es|ing)|next|upcoming|soon|looking forward|can't wait|"
    r"through|jusqu['’]\w+|até|hasta|bis|see you|tomorrow|scheduled|shall|would|due|deadline|until|till|by|"
    r"vou|vai|vamos|voy a|va a|werde|wird|amanhã|"
    r"mañana|morgen|demain|próxim[oa])\b|['’]ll\b",
    re.I,
)
_CLEAR_FUTURE = re.compile(r"\b(?:will|won't|going to|gonna|planning|plan to|next|tomorrow|upcoming)\b|['’]ll\b", re.I)
_BEGINNING = re.compile(
    r"\b(?:starts?|begins?|moves?|joins?|leaves?|retires?|flies|fly|marry|marries|opens?|launch(?:es)?|"
    r"começ(?:o|a|amos|am)|mud(?:o|a|amos)-(?:me|se|nos)|entr(?:o|a|amos) (?:na|no|em)|"
    r"empie(?:zo|za|zan)|empezamos|(?:me mudo|se muda|nos mudamos)|"
    r"commen(?:ce|cent|çons)|déménag(?:e|ent|eons)|"
    r"(?:fang|fäng)\w* .{0,60}\ban|beginn(?:e|t|en)|zieh(?:e|t|en)|start(?:e|et|en)|"
    r"(?:comincio|comincia|inizio a|inizia|mi trasferisco|si trasferisce))\b",
    re.I,
)
"""Verbs in the present of what begins on a day: "I start on 5 August" lies ahead."""
_PAST = re.compile(
    r"\b(?:was|were|had|did|went|got|came|took|made|met|saw|bought|left|began|gave|said|told|heard|found|felt|ran|won|"
    r"lost|quit|had been|\w{3,}ed|ago|last|fui|foi|fue|estive|estava|"
    r"era|estaba|morei|trabalhei|viví|trabajé|était|étais|war|waren|hatte|wurde|wohnte|arbeitete|since|seit|desde|depuis)\b",
    re.I,
)
_PARTICIPLE = re.compile(r"(?:\b(?:am|is|are|be|being|get|gets|getting)|['’](?:m|re|s))\s+(?:\w+\s+)?\w+ed\b", re.I)
_FUTURE_ING = re.compile(r"\b(?:am|is|are)\s+(?:\w+\s+)?\w{2,}ing\b|['’](?:m|re|s)\s+(?:\w+\s+)?\w{2,}ing\b", re.I)


@dataclass(frozen=True, slots=True)
class FoundDate:
    """A date and its position in the text: `text[start:end]`."""

    start: int
    end: int
    date: DateSpan

    @property
    def length(self) -> int:
        """The number of characters of the date."""
        return self.end - self.start


@dataclass(frozen=True, slots=True)
class _Located:
    """An interval of days and its position in the text: `text[start:end]`."""

    start: int
    end: int
    days: DayInterval


def find_dates(text: str, occurred_at: datetime, time_zone: str | None = None) -> list[DateSpan]:
    """Return the dates in a text, in the order of the text.

    Args:
        text: any text; a text without dates gives an empty list.
        occurred_at: the time of the message; a naive datetime counts as UTC.
        time_zone: IANA name of the zone in which "yesterday" is meant; UTC if left out.

    Returns:
        Half-open UTC intervals with `from_ < until`. `precision` is the unit that the words name (a week has
        precision "day" and seven days). `how` names the rule that read the words.

    Raises:
        InvalidInput: the time zone is unknown.
    """
    return [found.date for found in locate_dates(text, occurred_at, time_zone)]


def locate_dates(text: str, occurred_at: datetime, time_zone: str | None = None) -> list[FoundDate]:
    """Return the same dates as `find_dates`, each with its position in the text.

    Raises:
        InvalidInput: the time zone is unknown.
    """
    zone, moment = zone_of(time_zone), aware(occurred_at)
    day = local_day(moment, zone)
    instants = list(_instants(text, zone))
    taken = bytearray(len(text))
    for instant in instants:
        taken[instant.start : instant.end] = b"\1" * instant.length
    days = [located for located in _located_intervals(text, day) if not any(taken[located.start : located.end])]
    found = instants + [place for interval in days if (place := _found_date(text, interval, zone))]
    return sorted(found, key=lambda one: one.start)


def resolve_date(
    words: str, occurred_at: datetime, time_zone: str | None = None, *, ahead: bool = False
) -> DateSpan | None:
    """Return the interval of words that should be a date ("last March", "since 2019"); None if they are not a date.

    Leading prepositions are ignored: the caller decides whether the date is a start or an end. If the words hold
    several dates, the longest one counts. Dates must make up at least half of the words. `ahead` means that the words
    belong to a plan: a day or month without a year is then the next one.

    Raises:
        InvalidInput: the time zone is unknown.
    """
    whole = words.strip().strip("\"'.,;()")
    text = _LEADING.sub("", whole)
    zone, moment = zone_of(time_zone), aware(occurred_at)
    wordings = (*((f"will {text}", f"will in {text}") if ahead else ()), whole, f"since {text}")
    found = next((dates for wording in wordings if (dates := locate_dates(wording, moment, time_zone))), None)
    if found:
        best = max(found, key=lambda one: one.length)
        return best.date if 2 * sum(one.length for one in found) >= len(text) else None
    return _bare_unit(text, moment, zone, ahead=ahead) or _by_dateparser(text, moment, zone)


_LEADING = re.compile(r"^(?:(?:since|from|until|till|by|on|in|at|during|starting|as of|around|about|desde|seit|bis|"
                      r"até|hasta|depuis|a partir d[eo]|à partir de|dès|ab|da|dal|dalla|dallo|nel|sinds|vanaf|od|sedan|från|"
                      r"с|в)\s+)+(?:the\s+year\s+)?", re.I)  # fmt: skip


# --------------------------------------------------------------------------- time zones and moments


@lru_cache(maxsize=64)
def zone_of(name: str | None) -> tzinfo:
    """Return the time zone of an IANA name; None gives UTC.

    Raises:
        InvalidInput: no such zone exists.
    """
    if name is None:
        return UTC
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        raise InvalidInput(f"there is no time zone {name!r}; use an IANA name", field="time_zone") from None


def aware(moment: datetime) -> datetime:
    """Return the moment in UTC; a naive datetime counts as UTC."""
    return moment.replace(tzinfo=UTC) if moment.tzinfo is None else moment.astimezone(UTC)


def local_day(moment: datetime, zone: tzinfo) -> date:
    """Return the calendar day of the moment in the zone; at the edge of the calendar, the moment's own day."""
    try:
        return moment.astimezone(zone).date()
    except OverflowError:
        return moment.date()


def span_of(words: str, days: DayInterval, zone: tzinfo) -> DateSpan | None:
    """Return an interval of local days as a UTC interval; None if it leaves the years 1–9999."""
    try:
        first, end = (datetime.combine(day, time(), zone).astimezone(UTC) for day in (days.first, days.end))
    except (OverflowError, ValueError):
        return None
    if first >= end:
        return None
    return DateSpan(span=words, from_=first, until=end, precision=days.precision, how=days.how)


# --------------------------------------------------------------------------- dates in a text


def _instants(text: str, zone: tzinfo) -> Iterator[FoundDate]:
    """Yield ISO dates with a time of day. The interval is one second if seconds are given, else one minute."""
    for match in _INSTANT.finditer(text):
        day, minutes, seconds, offset = match.groups()
        try:
            written = datetime.fromisoformat(f"{day}T{minutes}{seconds or ''}{offset or ''}")
            moment = (written if written.tzinfo else written.replace(tzinfo=zone)).astimezone(UTC)
            until = moment + timedelta(seconds=1 if seconds else 60)
        except (ValueError, OverflowError):
            continue
        span = DateSpan(span=match[0].strip(), from_=moment, until=until, precision="instant", how="iso")
        yield FoundDate(match.start(), match.end(), span)


def _found_date(text: str, interval: _Located, zone: tzinfo) -> FoundDate | None:
    span = span_of(text[interval.start : interval.end], interval.days, zone)
    return FoundDate(interval.start, interval.end, span) if span else None


def _located_intervals(text: str, day: date) -> list[_Located]:
    """Return the interval of every date in the text.

    Of overlapping readings the longest wins. A modifier before a date ("early", "the week before") changes it.
    """
    if not may_hold_date(text):
        return []
    kept: list[_Located] = []
    taken = bytearray(len(text))
    for reading in sorted(_readings(text, day), key=lambda one: one.start - one.end):
        if not any(taken[reading.start : reading.end]):
            taken[reading.start : reading.end] = b"\1" * (reading.end - reading.start)
            kept.append(reading)
    return [_with_modifier(text, reading) for reading in sorted(kept, key=lambda one: one.start)]


def _readings(text: str, day: date) -> Iterator[_Located]:
    tenses = _Tenses(text, day)
    for kind, rules in (("iso", ISO_RULES), ("rule", RULES), ("rule", OTHER_RULES), ("rule", UNSPACED_RULES)):
        for rule in rules:
            yield from _matches(rule, kind, text, tenses)


def _matches(rule: Rule, kind: str, text: str, tenses: _Tenses) -> Iterator[_Located]:
    group = "span" if "span" in rule.pattern.groupindex else 0
    for match in rule.pattern.finditer(text):
        try:
            days = rule.read(match, tenses.at(match.start()))
        except (ValueError, OverflowError, KeyError):
            continue
        if days:
            how = kind if kind == "iso" else f"rule:{rule.name}"
            yield _Located(match.start(group), match.end(group), days.named(how))


class _Tenses:
    """The tense of each sentence of a text, computed once per sentence."""

    def __init__(self, text: str, day: date) -> None:
        self.text, self.day = text, day
        self.ends = [0, *(match.end() for match in _SENTENCE_END.finditer(text)), len(text) + 1]
        self.known: dict[int, SentenceTense] = {}

    def at(self, offset: int) -> SentenceTense:
        """Return the tense of the sentence that contains the character at `offset`."""
        number = bisect_right(self.ends, offset) - 1
        if number not in self.known:
            start, stop = (self.ends[number + step] for step in (0, 1))
            self.known[number] = tense_of(self.text[start:stop], self.day)
        return self.known[number]


def tense_of(sentence: str, day: date) -> SentenceTense:
    """Return whether a sentence is about the future or the past.

    Clear words about the future decide first, then verbs in the past, then weaker signs of the future ("is moving").
    """
    past = bool(_PAST.search(_PARTICIPLE.sub(" ", sentence)))
    if _CLEAR_FUTURE.search(sentence):
        return SentenceTense(day, future=True, past=past)
    ahead = (_FUTURE, _FUTURE_ING, _BEGINNING)
    future = not past and any(pattern.search(sentence) for pattern in ahead)
    return SentenceTense(day, future=future, past=past)


# --------------------------------------------------------------------------- modifiers before a date

_RELATIVE_TO = re.compile(
    rf"(?:\b{COUNT}\s+{UNIT}|\b(?:the\s+)?(?P<one>week|day|night|month|year|weekend|{words.WEEKDAY}))\s+"
    r"(?P<side>before|prior to|preceding|after|following|of)\s+(?:the\s+)?$",
    re.I,
)
_PART = re.compile(
    r"\b(?:the\s+)?(?P<part>early|mid|middle|late|end|beginning|start)(?:\s+(?:of|in)|-)?\s*(?:the\s+)?$|"
    rf"\b(?:(?:no|em|a|al|en|la|à|au|à\s+la|en\s+la)\s+)?(?P<other>{words.PART_WORDS})(?:\s+d[eou]s?|\s+d['’]|-)?\s*$",
    re.I,
)
_FIRST_PART = frozenset({"early", "beginning", "start"}) | words.parts_of_periods("begins")
_MIDDLE_PART = frozenset({"mid", "middle"}) | words.parts_of_periods("middles")


def _with_modifier(text: str, found: _Located) -> _Located:
    """Apply a modifier that stands before the date: "the week before", "early"."""
    before = text[max(0, found.start - 60) : found.start]
    for pattern, change in ((_RELATIVE_TO, _relative_to), (_PART, _part_of)):
        match = pattern.search(before)
        if match and (days := _changed_or_none(change, match, found.days)):
            return _Located(found.start - len(before) + match.start(), found.end, days)
    return found


def _changed_or_none(change: Any, match: re.Match[str], days: DayInterval) -> DayInterval | None:
    try:
        changed: DayInterval | None = change(match, days)
    except (ValueError, OverflowError, KeyError):
        return None
    return changed


def _relative_to(match: re.Match[str], base: DayInterval) -> DayInterval | None:
    """Read "the week before 9 June", "two days after Christmas", "the Friday before 22 October"."""
    side, how = match["side"].lower(), f"rule:{match['side'].lower()}"
    if side == "of":
        return _unit_around((match["one"] or "").lower(), base)
    past = side in ("before", "prior to", "preceding")
    name = words.fold(match["one"] or match["unit"])
    edge = base.first if past else base.end - timedelta(days=1)
    if name in words.WEEKDAYS:
        return weekday_of(edge, words.WEEKDAYS[name], past=past).named(how)
    unit, count = words.UNITS[name], words.number(match["count"]) if match["count"] else 1
    if unit == "weekend":
        return (last_weekend(base.first) if past else weekend_of(edge, edge.weekday() // 5)).named(how)
    return (shifted(edge, unit, -count) if past else ahead_of(edge, unit, count)).named(how)


def _unit_around(unit: str, base: DayInterval) -> DayInterval | None:
    """Read "the week of 9 June": the week, weekend or month that contains the first day."""
    if unit not in ("week", "weekend", "month"):
        return None
    if unit == "month":
        return month_of(base.first.year, base.first.month).named("rule:of")
    return (week_of if unit == "week" else weekend_of)(base.first).named("rule:of")


def _part_of(match: re.Match[str], base: DayInterval) -> DayInterval | None:
    """Return the first, middle or last third of a month or a year; None for other intervals."""
    part = words.fold(match["part"] or match["other"])
    third = 0 if part in _FIRST_PART else 1 if part in _MIDDLE_PART else 2
    if base.precision == "year" and (base.end - base.first).days < 367:
        return month_of(base.first.year, 4 * third + 1, 4).named("rule:part")
    if base.precision != "month" or (base.end - base.first).days > 31:
        return None
    length = 10 if third < 2 else (base.end - base.first).days - 20
    return days_of(base.first, 10 * third, length).named("rule:part")


# --------------------------------------------------------------------------- words that are a date as a whole

_LANGUAGES = ["en", "pt", "es", "fr", "de", "it", "nl", "pl", "ru", "sv", "tr", "ja", "zh"]
_LETTERS = re.compile(r"\w{3}")
LONGEST_DATE = 60
"""Characters of words that the library is asked about."""


def _bare_unit(text: str, moment: datetime, zone: tzinfo, *, ahead: bool) -> DateSpan | None:
    """Read a year, a month or a weekday that stands alone; a month or weekday is the latest one, or with `ahead` the next."""
    word = words.fold(text).strip(". ")
    day = local_day(moment, zone)
    if re.fullmatch(r"[12]\d{3}", word):
        return span_of(text, year_of(int(word)).named("rule:year"), zone)
    if word in words.MONTHS:
        days = nearest_month(SentenceTense(day, future=ahead, past=not ahead), words.MONTHS[word])
        return span_of(text, days.named("rule:month"), zone)
    if word in words.WEEKDAYS:
        return span_of(text, weekday_of(day, words.WEEKDAYS[word], past=not ahead).named("rule:weekday"), zone)
    return None


@lru_cache(maxsize=1)
def _library() -> Any:
    from dateparser.date import DateDataParser

    return DateDataParser


def _by_dateparser(text: str, moment: datetime, zone: tzinfo) -> DateSpan | None:
    """Return the date that the `dateparser` library reads; None if it reads none.

    The precision is the one that the library reports, not that of the parts that it fills in.
    """
    if len(text) > LONGEST_DATE or not _LETTERS.search(text) or "http:" in text or "https:" in text:
        return None
    local = moment.astimezone(zone).replace(tzinfo=None)
    settings = {"RELATIVE_BASE": local, "PREFER_DATES_FROM": "past", "RETURN_AS_TIMEZONE_AWARE": False,
                "PREFER_DAY_OF_MONTH": "first", "PREFER_MONTH_OF_YEAR": "first", "REQUIRE_PARTS": []}  # fmt: skip
    try:
        answer = _library()(languages=_LANGUAGES, settings=settings).get_date_data(text)
        return None if answer.date_obj is None else _answer_span(text, answer, zone)
    except (ValueError, OverflowError, KeyError, TypeError, AttributeError, re.error):
        return None


def _answer_span(text: str, answer: Any, zone: tzinfo) -> DateSpan | None:
    day, period = answer.date_obj.date(), answer.period
    shapes = {"year": year_of(day.year), "month": month_of(day.year, day.month), "week": days_of(day, 0, 7)}
    return span_of(text, shapes.get(period, day_of(day)).named("dateparser"), zone)
