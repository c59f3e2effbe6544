"""Rules for English dates: pairs of a pattern and a reader function.

A reader gets one match and the tense of the sentence with the local day of the message. It returns the days that the
words mean, or None if the words are not a date. The name of the function is the name of the rule in `DateSpan.how`.

If a pattern has a group `span`, only that group is the date; the rest is its cue ("in *March*"). A month or a year
alone always needs a cue, since "may", "march" and "2048" are also words and numbers.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date, timedelta

from graphmem.dates import vocabulary as words
from graphmem.dates.intervals import (
    DayInterval,
    ahead_of,
    current,
    day_of,
    days_of,
    following,
    last_weekend,
    month_of,
    same_day,
    shifted,
    weekday_of,
    year_of,
)


@dataclass(frozen=True, slots=True)
class SentenceTense:
    """The local day of the message, and the tense of the sentence.

    `future`: the sentence is about the future. `past`: it has an explicit verb in the past.
    """

    day: date
    future: bool = False
    past: bool = False


RuleReader = Callable[[re.Match[str], SentenceTense], DayInterval | None]


@dataclass(frozen=True, slots=True)
class Rule:
    """A pattern and the reader of its matches."""

    name: str
    pattern: re.Pattern[str]
    read: RuleReader


RULES: list[Rule] = []
LONGEST_GAP = 20
"""Spaces and line ends between two words of a date."""


def rule(*patterns: str, into: list[Rule] = RULES) -> Callable[[RuleReader], RuleReader]:
    """Return a decorator that registers a reader under its own name, once per pattern."""

    def register(read: RuleReader) -> RuleReader:
        name = read.__name__.strip("_").replace("_", "-")
        into.extend(Rule(name, re.compile(_bounded(one), re.I), read) for one in patterns)
        return read

    return register


def _bounded(pattern: str) -> str:
    """Bound the gaps between words: a rule that begins with a gap would read a long run of line ends again from each of them."""
    return pattern.replace(r"\s+", rf"\s{{1,{LONGEST_GAP}}}").replace(r"\s*", rf"\s{{0,{LONGEST_GAP}}}")


YEAR = r"(?P<year>(?:19|20)\d\d)(?![\d,.]?\d)"
ANY_DAY = "monday|tuesday|wednesday|thursday|friday|saturday|sunday"
ORDINAL = r"(?P<dom>\d{1,2})(?:st|nd|rd|th)?"
MONTH = rf"(?P<month>{words.MONTH})\b(?:\.(?=,?\s*\d))?"
WEEKDAY = rf"(?P<weekday>{words.WEEKDAY})\b(?:\.(?=,?\s*\d))?"
COUNT = rf"(?P<count>{words.NUMBER})(?:\s+(?:more|full|whole|long|short))?(?:\s+(?:couple|few)(?:\s+of)?|\s+of)?"
UNIT = rf"(?P<unit>{words.UNIT})\b"
PART = r"(?:\s+(?:morning|afternoon|evening|night))?\b"
ROUGHLY = r"(?:(?:about|around|roughly|almost|nearly|over|like|maybe|just)\s+)?"
CUE = (
    r"(?:in|since|from|to|until|till|til|by|during|before|after|around|circa|through|throughout|of|back in|"
    r"between|early|mid|late|em|en|im|seit|desde|depuis|bis|até|hasta|vor|nach|ab|anfang|mitte|ende)"
)
SEASON = r"(?P<season>spring|summer|autumn|fall|winter)\b"
HOLIDAY = rf"(?P<holiday>{words.choice(words.HOLIDAYS)}|thanksgiving)(?!\w)"


def nearest_day(tense: SentenceTense, month: int, dom: int) -> DayInterval:
    """Return the day of the month in the year that fits the tense: the next one in the future, else the latest."""
    this = date(tense.day.year, month, dom)
    if tense.future and this < tense.day:
        return day_of(date(tense.day.year + 1, month, dom))
    if not tense.future and this > tense.day:
        return day_of(date(tense.day.year - 1, month, dom))
    return day_of(this)


def nearest_month(tense: SentenceTense, month: int, length: int = 1) -> DayInterval:
    """Return `length` months from `month` on, in the year that fits the tense; the current month fits both tenses."""
    year = tense.day.year
    this = month_of(year, month, length)
    if tense.future:
        return this if this.end > tense.day else month_of(year + 1, month, length)
    return this if this.first <= tense.day else month_of(year - 1, month, length)


def bound_month(tense: SentenceTense, side: str, month: int, length: int = 1) -> DayInterval:
    """Return the month or season that "last", "this" or "next" selects.

    "last" is the latest one that is over, "next" is the first one that begins after the day, "this" lies in the year
    of the day.
    """
    year = tense.day.year
    if side == "this":
        return month_of(year, month, length)
    if side == "next":
        this = month_of(year, month, length)
        return this if this.first > tense.day else month_of(year + 1, month, length)
    while month_of(year, month, length).end > tense.day:
        year -= 1
    return month_of(year, month, length)


def side_of(match: re.Match[str]) -> str:
    """Return "last", "this" or "next"."""
    side = match["side"].lower().split()
    if side[-1] in ("past", "last"):
        return "last"
    return "next" if side[-1] in ("next", "coming", "upcoming") else "this"


def _is_verb(match: re.Match[str]) -> bool:
    """Whether a month in lower case is rather another word, as in "may" and "march"."""
    return match["month"] in ("may", "march", "mar", "dec", "sep", "jan")


@rule(rf"\b(?:{WEEKDAY},?\s+)?(?P<month>{words.MONTH})\b\.?\s+(?:the\s+)?{ORDINAL}(?![\d:])(?:,?\s+{YEAR})?")
def _month_day(match: re.Match[str], tense: SentenceTense) -> DayInterval | None:
    if _is_verb(match) and not match["year"]:
        return None
    month, dom = words.MONTHS[words.fold(match["month"])], int(match["dom"])
    return day_of(date(int(match["year"]), month, dom)) if match["year"] else nearest_day(tense, month, dom)


@rule(rf"(?:{WEEKDAY},?\s+)?(?:the\s+)?\b{ORDINAL}(?P<of>\s+of)?\s+{MONTH}(?:,?\s+(?:of\s+)?{YEAR})?")
def _day_month(match: re.Match[str], tense: SentenceTense) -> DayInterval | None:
    if _is_verb(match) and not (match["year"] or match["of"]):
        return None
    return _month_day(match, tense)


@rule(rf"(?<!\d )(?<!st )(?<!nd )(?<!rd )(?<!th )\b(?P<month>{words.MONTH})\b\.?,?\s+(?:of\s+)?{YEAR}")
def _month_year(match: re.Match[str], _: SentenceTense) -> DayInterval | None:
    return month_of(int(match["year"]), words.MONTHS[words.fold(match["month"])])


@rule(rf"\b(?P<month>{words.MONTH})\b\.?(?:\s+of)?\s+(?P<side>last|this|next)\s+year\b")
def _month_of_year(match: re.Match[str], tense: SentenceTense) -> DayInterval | None:
    step = {"last": -1, "this": 0, "next": 1}[side_of(match)]
    return month_of(tense.day.year + step, words.MONTHS[words.fold(match["month"])])


@rule(rf"\b(?P<side>last|this past|past|this|next|this coming|coming)\s+{MONTH}(?!\s+\d)")
def _bound_month(match: re.Match[str], tense: SentenceTense) -> DayInterval | None:
    return bound_month(tense, side_of(match), words.MONTHS[words.fold(match["month"])])


@rule(rf"\b{CUE}[\s-](?P<span>{MONTH})(?!\s+\d)", rf"\bbetween\s+\w+\s+and\s+(?P<span>{MONTH})(?!\s+\d)")
def _month(match: re.Match[str], tense: SentenceTense) -> DayInterval | None:
    if not match["month"][0].isupper() and match["month"] in ("may", "mar", "march", "dec", "sep"):
        return None
    return nearest_month(tense, words.MONTHS[words.fold(match["month"])])


@rule(
    rf"\b{CUE}(?:\s+the\s+year)?(?:\s+(?:about|around|roughly|approximately))?[\s-](?P<span>{YEAR})(?!-\d)",
    rf"\bthe\s+year\s+(?P<span>{YEAR})",
    rf"\bbetween\s+(?:\w+\s+){{1,2}}and\s+(?P<span>{YEAR})",
    rf"(?<![\w.,-])(?P<span>{YEAR})(?=\s*(?:-|–|—|to|until)\s*(?:(?:19|20)\d\d|now|present|today)\b)",
    rf"(?:19|20)\d\d\s?[-–—]\s?(?P<span>{YEAR})(?!-\d)",
    rf"(?:^|[.;:(\n])\s*(?P<span>{YEAR})(?=\s*(?:[:,)]|was\b|is\b|will\b))",
)
def _year(match: re.Match[str], _: SentenceTense) -> DayInterval | None:
    return year_of(int(match["year"]))


@rule(r"\b(?:the\s+)?(?P<decade>(?:19|20)\d0)'?s\b", r"\bthe\s+(?:early\s+|mid[ -]|late\s+)?'?(?P<decade>[2-9]0)'?s\b")
def _decade(match: re.Match[str], tense: SentenceTense) -> DayInterval | None:
    if len(match["decade"]) == 4:
        return year_of(int(match["decade"]), 10)
    year = 1900 + int(match["decade"])
    return year_of(year, 10)


@rule(rf"\b(?:the|early|mid|late)\s+(?P<span>(?P<decade>{'|'.join(words.DECADES)}))\b(?!\s+(?:percent|degrees))")
def _decade_in_words(match: re.Match[str], _: SentenceTense) -> DayInterval | None:
    """Read "in the nineties"; "his late twenties" is an age."""
    return year_of(1900 + words.DECADES[match["decade"].lower()], 10)


@rule(rf"\b{SEASON}(?:\s+of)?\s+(?:{YEAR}|(?P<side>last|this|next)\s+year\b)")
def _season_year(match: re.Match[str], tense: SentenceTense) -> DayInterval | None:
    return month_of(_year_of(match, tense), words.SEASONS[match["season"].lower()], 3)


@rule(rf"\b(?P<side>last|this past|past|this|next|this coming|coming)\s+{SEASON}(?!\s+(?:break|of|\d))")
def _bound_season(match: re.Match[str], tense: SentenceTense) -> DayInterval | None:
    return bound_month(tense, side_of(match), words.SEASONS[match["season"].lower()], 3)


@rule(rf"\b(?:in|during|since|over)\s+(?P<span>(?:the\s+)?{SEASON})(?!\s+(?:of|\d|break|camp|in))")
def _season(match: re.Match[str], tense: SentenceTense) -> DayInterval | None:
    return nearest_month(tense, words.SEASONS[match["season"].lower()], 3)


_QUARTER = r"(?:Q(?P<quarter>[1-4])|(?P<nth>first|second|third|fourth|last)\s+quarter)\b"
_NTH = {"first": 1, "second": 2, "third": 3, "fourth": 4, "last": 4}


@rule(rf"\b(?:the\s+)?{_QUARTER}(?:\s+(?:of\s+)?(?:(?P<year>(?:19|20)\d\d)\b|(?P<side>last|this|next)\s+year\b))?")
def _quarter(match: re.Match[str], tense: SentenceTense) -> DayInterval | None:
    number = int(match["quarter"] or _NTH[match["nth"].lower()])
    if match["nth"] and not (match["year"] or match["side"]):
        return None  # a quarter of a game, of a year that nobody names
    if match["year"] or match["side"]:
        return month_of(_year_of(match, tense), 3 * number - 2, 3)
    return nearest_month(tense, 3 * number - 2, 3)


_HALF = r"(?:H(?P<half>[12])|(?P<nth>first|second)\s+half\s+of)"


@rule(rf"\b(?:the\s+)?{_HALF}\s+(?:{YEAR}|(?P<side>last|this|next)\s+year\b)")
def _half(match: re.Match[str], tense: SentenceTense) -> DayInterval | None:
    number = int(match["half"] or _NTH[match["nth"].lower()])
    return month_of(_year_of(match, tense), 6 * number - 5, 6)


def _year_of(match: re.Match[str], tense: SentenceTense) -> int:
    """Return the year that a match names by its number, or from the side of the year of the message."""
    step = {"last": -1, "this": 0, "next": 1}
    return int(match["year"]) if match["year"] else tense.day.year + step[side_of(match)]


@rule(rf"\b(?:the\s+)?(?P<weekday>{ANY_DAY})\s+(?P<side>before\s+last|after\s+next)\b")
def _second_weekday(match: re.Match[str], tense: SentenceTense) -> DayInterval | None:
    past = match["side"].lower().startswith("before")
    nearest = weekday_of(tense.day, words.WEEKDAYS[match["weekday"].lower()], past=past)
    return day_of(nearest.first, -7 if past else 7)


@rule(r"\b(?:the\s+)?(?P<unit>week|weekend|month|year)\s+(?P<side>before\s+last|after\s+next)\b")
def _second_unit(match: re.Match[str], tense: SentenceTense) -> DayInterval | None:
    unit = words.UNITS[match["unit"].lower()]
    if match["side"].lower().startswith("before"):
        return shifted(tense.day, unit, -2)
    first = following(tense.day, unit).first
    return current(first + timedelta(days=7), unit) if unit in ("week", "weekend") else shifted(first, unit, 1)


@rule(rf"\b{COUNT}\s+(?P<weekday>{ANY_DAY})s?\s+(?:ago|back)\b")
def _weekdays_ago(match: re.Match[str], tense: SentenceTense) -> DayInterval | None:
    nearest = weekday_of(tense.day, words.WEEKDAYS[match["weekday"].lower()], past=True)
    return day_of(nearest.first, -7 * (_count_of(match) - 1))


@rule(rf"\b(?:the\s+)?{ORDINAL}\s+or\s+(?:the\s+)?(?P<other>\d{{1,2}})(?:st|nd|rd|th)?\s+(?:of\s+)?{MONTH}(?:,?\s+{YEAR})?",
      rf"\b{MONTH}\s+(?:the\s+)?{ORDINAL}\s+or\s+(?:the\s+)?(?P<other>\d{{1,2}})(?:st|nd|rd|th)?\b(?:,?\s+{YEAR})?")  # fmt: skip
def _one_of_two_days(match: re.Match[str], tense: SentenceTense) -> DayInterval | None:
    month, first, last = words.MONTHS[words.fold(match["month"])], int(match["dom"]), int(match["other"])
    found = day_of(date(int(match["year"]), month, first)) if match["year"] else nearest_day(tense, month, first)
    return DayInterval(found.first, found.first + timedelta(days=last - first + 1), "day") if first < last else None


def _holiday_of(name: str, year: int) -> tuple[int, int]:
    if name == "thanksgiving":
        return 11, 22 + (3 - date(year, 11, 22).weekday()) % 7
    return words.HOLIDAYS[name]


@rule(rf"\b(?:(?P<side>last|this past|this|next|this coming)\s+)?{HOLIDAY}(?:\s+(?:of\s+)?{YEAR})?")
def _holiday(match: re.Match[str], tense: SentenceTense) -> DayInterval | None:
    name, year = match["holiday"].lower().replace("’", "'"), tense.day.year
    if match["year"]:
        return day_of(date(int(match["year"]), *_holiday_of(name, int(match["year"]))))
    side = side_of(match) if match["side"] else ("next" if tense.future else "last")
    days = [date(y, *_holiday_of(name, y)) for y in (year - 1, year, year + 1)]
    if side == "this":
        return day_of(days[1])
    return day_of(next(d for d in days if d > tense.day) if side == "next" else [d for d in days if d < tense.day][-1])


@rule(rf"\b(?P<day>{words.choice(words.DAYS)}){PART}")
def _day(match: re.Match[str], tense: SentenceTense) -> DayInterval | None:
    return day_of(tense.day, words.DAYS[match["day"].lower()])


@rule(r"\b(?:the\s+)?(?P<side>last|this past|past|this|current|next|this coming|coming|upcoming)\s+"
      r"(?P<unit>week|month|year|weekend|decade)\b(?!['’]s\s+\w+\s+is)")  # fmt: skip
def _bound_unit(match: re.Match[str], tense: SentenceTense) -> DayInterval | None:
    unit, side = words.UNITS[match["unit"].lower()], side_of(match)
    if side == "this":
        return current(tense.day, unit) if unit != "weekend" or not tense.past else _past_weekend(tense)
    return shifted(tense.day, unit, -1) if side == "last" else following(tense.day, unit)


def _past_weekend(tense: SentenceTense) -> DayInterval:
    running = current(tense.day, "weekend")
    return running if running.first <= tense.day else last_weekend(tense.day)


@rule(r"\b(?:on|at|over|during|for|this)\s+(?P<span>the\s+weekend)\b")
def _weekend(match: re.Match[str], tense: SentenceTense) -> DayInterval | None:
    return following(tense.day, "weekend") if tense.future else last_weekend(tense.day)


@rule(rf"\b(?:over|in|during|for|within|throughout)\s+(?P<span>the\s+(?:last|past)\s+(?:{COUNT}\s+)?{UNIT})",
      rf"\b(?:the|these)\s+(?:last|past)\s+{COUNT}\s+{UNIT}", rf"\b(?:last|past)\s+{COUNT}\s+{UNIT}")  # fmt: skip
def _running(match: re.Match[str], tense: SentenceTense) -> DayInterval | None:
    unit = words.UNITS[match["unit"].lower()]
    count = words.number(match["count"]) if match["count"] else 1
    first = tense.day - timedelta(days=7 * count) if unit == "week" else same_day(tense.day, unit, -count)
    return DayInterval(first, tense.day, "day")


@rule(rf"\b(?:the\s+)?next\s+{COUNT}\s+{UNIT}")
def _next_units(match: re.Match[str], tense: SentenceTense) -> DayInterval | None:
    unit, count = words.UNITS[match["unit"].lower()], words.number(match["count"])
    return DayInterval(tense.day, same_day(tense.day, unit, count), "day") if count > 0 else None


@rule(rf"\b(?P<side>last|this past|past|this|next|this coming|coming|upcoming)\s+{WEEKDAY}{PART}")
def _bound_weekday(match: re.Match[str], tense: SentenceTense) -> DayInterval | None:
    weekday, side = words.WEEKDAYS[words.fold(match["weekday"])], side_of(match)
    if side != "this":
        return weekday_of(tense.day, weekday, past=side == "last")
    if tense.past and not tense.future:
        return weekday_of(tense.day, weekday, past=True)
    return weekday_of(tense.day - timedelta(days=1), weekday, past=False)


@rule(rf"\b(?:on|by|until|till|since|from|to|before|after)\s+(?P<span>{WEEKDAY}{PART})(?!,?\s+(?:the\s+)?\d|,?\s+[A-Z]\w+\s+\d)",
      r"(?<!every )(?<!each )(?<!black )(?<!good )(?<!any )\b"
      rf"(?P<weekday>{ANY_DAY})\b(?!['’]s\b){PART}")  # fmt: skip
def _weekday(match: re.Match[str], tense: SentenceTense) -> DayInterval | None:
    if not match["weekday"][0].isupper() and match["weekday"] in ("sun", "sat", "wed", "mon", "fri"):
        return None
    return weekday_of(tense.day, words.WEEKDAYS[words.fold(match["weekday"])], past=not tense.future)


@rule(rf"\b(?P<weekday>{ANY_DAY})\s+(?:of\s+)?(?P<side>last|this|next)\s+week\b",
      rf"\b(?P<side>last|this|next)\s+week(?:\s+on|,)?\s+(?P<weekday>{ANY_DAY})\b")  # fmt: skip
def _weekday_of_week(match: re.Match[str], tense: SentenceTense) -> DayInterval | None:
    step = {"last": -7, "this": 0, "next": 7}[side_of(match)]
    return day_of(tense.day, step - tense.day.weekday() + words.WEEKDAYS[match["weekday"].lower()])


@rule(rf"\b{ROUGHLY}{COUNT}\s+{UNIT}(?P<half>\s+and\s+a\s+half)?\s+(?:ago|back\b(?!\s+(?:to|in|at|home|from)))")
def _ago(match: re.Match[str], tense: SentenceTense) -> DayInterval | None:
    unit, count = words.UNITS[match["unit"].lower()], _count_of(match)
    if match["half"] and unit == "year":
        return shifted(tense.day, "month", -12 * count - 6)
    return shifted(tense.day, unit, -count)


def _count_of(match: re.Match[str]) -> int:
    """Return the count of a match: "a couple of" is two, "a few" is three, "a" is one."""
    vague = re.search(r"\b(?:a|the)\s+(couple|few)\b", match[0].lower())
    return words.number(vague[1] if vague else match["count"])


@rule(r"\bhalf\s+a\s+(?P<unit>year)\s+ago\b")
def _half_year_ago(_: re.Match[str], tense: SentenceTense) -> DayInterval | None:
    return shifted(tense.day, "month", -6)


@rule(r"\bthe\s+other\s+(?:day|night)\b")
def _other_day(_: re.Match[str], tense: SentenceTense) -> DayInterval | None:
    return days_of(tense.day, -7, 7)


@rule(rf"\bin\s+(?:just\s+|about\s+|around\s+)?{COUNT}\s+{UNIT}(?:['’]s?)?(?:\s+time)?\b(?!\s+(?:of|ago|or))")
def _in_units(match: re.Match[str], tense: SentenceTense) -> DayInterval | None:
    if not tense.future and (tense.past or match["count"].lower() in ("a", "an", "one")):
        return None
    return ahead_of(tense.day, words.UNITS[match["unit"].lower()], _count_of(match))


@rule(rf"\b{COUNT}\s+{UNIT}\s+(?:from\s+(?:now|today)|hence)\b")
def _from_now(match: re.Match[str], tense: SentenceTense) -> DayInterval | None:
    return ahead_of(tense.day, words.UNITS[match["unit"].lower()], _count_of(match))


_DOM = r"(?P<dom>\d{1,2})(?:st|nd|rd|th)"


@rule(rf"\b(?:the\s+)?{_DOM}\s+of\s+(?P<side>this|last|next)\s+month\b")
def _day_of_month(match: re.Match[str], tense: SentenceTense) -> DayInterval | None:
    step = {"last": -1, "this": 0, "next": 1}[side_of(match)]
    first = month_of(tense.day.year, tense.day.month + step).first
    return day_of(first.replace(day=int(match["dom"])))


@rule(
    rf"\b(?:on|by|until|till|since|before|after|from|to)\s+(?P<span>the\s+{_DOM})(?="
    r"\s*(?:[.,;:!?)\n–-]|$)|\s+(?:and|after|before|at|with|for|in|to|we|i|he|she|they|when|my|but|so)\b)"
)
def _the_nth(match: re.Match[str], tense: SentenceTense) -> DayInterval | None:
    dom, this = int(match["dom"]), month_of(tense.day.year, tense.day.month).first
    months = [month_of(this.year, this.month + step) for step in ((0, 1, 2) if tense.future else (0, -1, -2))]
    days = [month.first + timedelta(days=dom - 1) for month in months]
    days = [day for day, month in zip(days, months, strict=True) if day < month.end]
    fits = [day for day in days if (day >= tense.day if tense.future else day <= tense.day)]
    return day_of(fits[0]) if dom >= 1 and fits else None


@rule(rf"\bfor\s+(?P<span>{ROUGHLY}{COUNT}\s+{UNIT}(?:\s+now)?)(?!\s+(?:ago|of))",
      rf"\b(?P<span>{ROUGHLY}{COUNT}\s+{UNIT}\s+now)\b")  # fmt: skip
def _duration(match: re.Match[str], tense: SentenceTense) -> DayInterval | None:
    """Return the start of "I have played for three years (now)"; a plain "for three years" has no anchor in time."""
    if "now" not in match["span"].lower().split() and not _is_perfect(match):
        return None
    return shifted(tense.day, words.UNITS[match["unit"].lower()], -_count_of(match))


def _is_perfect(match: re.Match[str]) -> bool:
    before = re.split(r"[.!?;\n]", match.string[max(0, match.start() - 120) : match.start()])[-1]
    return bool(re.search(r"\b(?:been|have|has|known)\b|['’]ve\b|^\s*$", before, re.I))


@rule(r"\b(?:(?P<part>end|beginning|start|middle)\s+of\s+)(?P<span>the\s+(?P<unit>month|year|week))\b")
def _the_unit(match: re.Match[str], tense: SentenceTense) -> DayInterval | None:
    return current(tense.day, words.UNITS[match["unit"].lower()])
