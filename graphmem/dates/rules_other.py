"""Rules for ISO and numeric dates, and for the most common dates of the languages other than English."""

from __future__ import annotations

import re
from datetime import date

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
    shifted,
    weekday_of,
    year_of,
)
from graphmem.dates.numeric_order import NUMERIC
from graphmem.dates.rules_english import PART, YEAR, Rule, SentenceTense, bound_month, nearest_day, nearest_month, rule

ISO_RULES: list[Rule] = []
OTHER_RULES: list[Rule] = []


@rule(r"(?<![\d-])(?P<y>[12]\d{3})([-/])(?P<m>\d{1,2})\2(?P<d>\d{1,2})(?![\d-])", into=ISO_RULES)
def _iso_day(match: re.Match[str], _: SentenceTense) -> DayInterval | None:
    return day_of(date(int(match["y"]), int(match["m"]), int(match["d"])))


@rule(r"(?<![\w-])(?P<y>(?:19|20)\d\d)-W(?P<w>\d\d)(?:-(?P<d>[1-7]))?(?![\w-])", into=ISO_RULES)
def _iso_week(match: re.Match[str], _: SentenceTense) -> DayInterval | None:
    """Read "2020-W01", the week whose Thursday is the first of 2020, and "2020-W01-3", its Wednesday."""
    first = date.fromisocalendar(int(match["y"]), int(match["w"]), int(match["d"] or 1))
    return days_of(first, 0, 1 if match["d"] else 7)


@rule(r"(?<![\d-])(?P<y>(?:19|20)\d\d)-(?P<m>0[1-9]|1[0-2])(?![\d-])", into=ISO_RULES)
def _iso_month(match: re.Match[str], _: SentenceTense) -> DayInterval | None:
    return month_of(int(match["y"]), int(match["m"]))


@rule(NUMERIC, into=ISO_RULES)
def _numeric(match: re.Match[str], _: SentenceTense) -> DayInterval | None:
    """Read numeric dates: with dots the day comes first; else the month, unless its number is above 12."""
    first, second, year = int(match["a"]), int(match["b"]), int(match["y"])
    if match["sep"] == "." or first > 12:
        return day_of(date(year, second, first))
    return day_of(date(year, first, second))


_GERMAN = re.compile(r"\b(?:ich|ist|und|der|die|das|wir|nicht|wohne|bin|mit|sie|ein|eine)\b", re.I)
_NOUN_BEFORE = re.compile(r"\b(?:la|esta|por|guten|jeden|am|good|de la)\s+$", re.I)


@rule(rf"(?<![\w-])(?P<day>{words.choice(words.OTHER_DAYS)})(?![\w-])", into=OTHER_RULES)
def _day(match: re.Match[str], tense: SentenceTense) -> DayInterval | None:
    word = match["day"]
    if word.lower() == "hier" and _GERMAN.search(match.string):  # German "hier" means "here"
        return None
    if word.lower() in ("mañana", "morgen") and _NOUN_BEFORE.search(match.string[: match.start()][-20:]):
        return None
    if word == "Morgen" and match.start():  # the German noun: "morning"
        return None
    return day_of(tense.day, words.OTHER_DAYS[word.lower()])


_LAST, _NEXT, _THIS = (words.other_words(name) for name in ("last", "next", "this"))
_LENGTH = words.OTHER_LENGTH
_THING = rf"(?P<thing>{_LENGTH}|{words.OTHER_WEEKDAY})"


@rule(rf"\b(?:(?P<last>{_LAST})|(?P<next>{_NEXT})|(?P<this>{_THIS}))\s+{_THING}\b",
      rf"\b{_THING}\s+(?:(?P<last>{_LAST})|(?P<next>{_NEXT})|(?P<this>(?!)))(?!\w)", into=OTHER_RULES)  # fmt: skip
def _bound(match: re.Match[str], tense: SentenceTense) -> DayInterval | None:
    thing = words.fold(match["thing"])
    if thing in words.WEEKDAYS:
        return weekday_of(tense.day, words.WEEKDAYS[thing], past=bool(match["last"]))
    unit = words.UNITS[thing]
    if match["this"]:
        return current(tense.day, unit)
    return shifted(tense.day, unit, -1) if match["last"] else following(tense.day, unit)


_BEFORE_LAST = words.other_words("before_last")


@rule(rf"\b(?:{_BEFORE_LAST})\s+{_THING}\b", rf"\b{_THING}\s+(?:{_BEFORE_LAST})(?!\w)", into=OTHER_RULES)
def _before_last(match: re.Match[str], tense: SentenceTense) -> DayInterval | None:
    thing = words.fold(match["thing"])
    if thing in words.WEEKDAYS:
        return day_of(weekday_of(tense.day, words.WEEKDAYS[thing], past=True).first, -7)
    return shifted(tense.day, words.UNITS[thing], -2)


_WEEKEND = rf"(?:{words.other_words('weekend')})"


@rule(rf"\b(?:(?P<last>{_LAST})|(?P<next>{_NEXT})|(?P<this>{_THIS}))\s+{_WEEKEND}\b",
      rf"\b{_WEEKEND}\s+(?:(?P<last>{_LAST})|(?P<next>{_NEXT})|(?P<this>(?!)))(?!\w)",
      rf"\b(?:{words.other_words('weekend_in')})\s+(?P<span>{_WEEKEND})\b(?P<last>(?!))?(?P<next>(?!))?(?P<this>)",
      into=OTHER_RULES)  # fmt: skip
def _weekend(match: re.Match[str], tense: SentenceTense) -> DayInterval | None:
    if match["last"]:
        return last_weekend(tense.day)
    return following(tense.day, "weekend") if match["next"] or not tense.past else last_weekend(tense.day)


_SEASON = rf"(?P<season>{words.OTHER_SEASON})"


@rule(
    rf"\b(?:(?:{words.other_words('season_in')})\s+|l['’]\s*)(?P<span>{_SEASON}(?:\s+(?:(?:{words.other_words('of_year')})\s+)?{YEAR})?)\b",
    into=OTHER_RULES,
)
def _season(match: re.Match[str], tense: SentenceTense) -> DayInterval | None:
    month = words.SEASONS[words.fold(match["season"])]
    return month_of(int(match["year"]), month, 3) if match["year"] else nearest_month(tense, month, 3)


@rule(rf"\b(?:(?P<last>{_LAST})|(?P<next>{_NEXT})|(?P<this>{_THIS}))\s+{_SEASON}\b",
      rf"\b{_SEASON}\s+(?:(?P<last>{_LAST})|(?P<next>{_NEXT})|(?P<this>(?!)))(?!\w)", into=OTHER_RULES)  # fmt: skip
def _bound_season(match: re.Match[str], tense: SentenceTense) -> DayInterval | None:
    side = "last" if match["last"] else "next" if match["next"] else "this"
    return bound_month(tense, side, words.SEASONS[words.fold(match["season"])], 3)


_HOLIDAY = rf"(?P<holiday>{words.choice(words.OTHER_HOLIDAYS)})"


@rule(rf"(?<![\w-])(?:{words.other_words('holiday_in')})\s+(?P<span>{_HOLIDAY}(?:\s+(?:(?:{words.other_words('of_year')})\s+)?{YEAR})?)(?!\w)",
      into=OTHER_RULES)  # fmt: skip
def _holiday(match: re.Match[str], tense: SentenceTense) -> DayInterval | None:
    month, dom = words.OTHER_HOLIDAYS[match["holiday"].lower()]
    return day_of(date(int(match["year"]), month, dom)) if match["year"] else nearest_day(tense, month, dom)


_ABOUT = rf"(?:(?:{words.other_words('about')})\s+)?"
_COUNT = rf"(?P<count>{words.OTHER_NUMBER})\s+(?P<unit>{words.OTHER_UNIT})\b"


@rule(rf"\b(?:{words.other_words('ago')})\s+{_ABOUT}{_COUNT}(?:\s+(?:{words.other_words('ago_behind')}))?",
      rf"\b{_COUNT}\s+(?:{words.other_words('ago_behind')})\b", into=OTHER_RULES)  # fmt: skip
def _ago(match: re.Match[str], tense: SentenceTense) -> DayInterval | None:
    return shifted(tense.day, words.UNITS[words.fold(match["unit"])], -words.number(match["count"]))


_WEEKDAYS = rf"(?P<count>{words.OTHER_NUMBER})\s+(?P<weekday>{words.OTHER_WEEKDAY})(?:en|s)?\b"


@rule(
    rf"\b(?:{words.other_words('ago')})\s+{_WEEKDAYS}",
    rf"\b{_WEEKDAYS}\s+(?:{words.other_words('ago_behind')})\b",
    into=OTHER_RULES,
)
def _weekdays_ago(match: re.Match[str], tense: SentenceTense) -> DayInterval | None:
    nearest = weekday_of(tense.day, words.WEEKDAYS[words.fold(match["weekday"])], past=True)
    return day_of(nearest.first, -7 * (words.number(match["count"]) - 1))


@rule(rf"\b(?:{words.other_words('ahead')})\s+{_COUNT}", into=OTHER_RULES)
def _in_units(match: re.Match[str], tense: SentenceTense) -> DayInterval | None:
    return ahead_of(tense.day, words.UNITS[words.fold(match["unit"])], words.number(match["count"]))


@rule(rf"\b(?:{words.other_words('since')})\s+(?P<span>{_ABOUT}{_COUNT})",
      rf"\b(?:{words.other_words('since_verb')})\s+(?P<span>{_COUNT})", into=OTHER_RULES)  # fmt: skip
def _lasting(match: re.Match[str], tense: SentenceTense) -> DayInterval | None:
    """Return the start of "seit drei Jahren", "depuis trois ans", "llevo tres años"."""
    return shifted(tense.day, words.UNITS[words.fold(match["unit"])], -words.number(match["count"]))


_MONTH = rf"(?P<month>{words.OTHER_MONTH})"
_OF_YEAR = rf"(?:\s+(?:(?:{words.other_words('of_year')})\s+)?{YEAR})"


@rule(rf"\b(?P<dom>\d{{1,2}})(?:º|er|\.)?\s+(?:de\s+)?{_MONTH}\b{_OF_YEAR}?", into=OTHER_RULES)
def _day_month(match: re.Match[str], tense: SentenceTense) -> DayInterval | None:
    month, dom = words.MONTHS[words.fold(match["month"])], int(match["dom"])
    return day_of(date(int(match["year"]), month, dom)) if match["year"] else nearest_day(tense, month, dom)


_NTH = rf"(?:(?P<nth>[1-4])(?:[.ºª]|er|re|e|ème|o|a)?|{words.OTHER_NTH})"
_PART_OF_YEAR = rf"(?:(?P<quarter>{words.other_words('quarter')})|{words.other_words('half')})"


@rule(rf"(?<!\w){_NTH}\s+{_PART_OF_YEAR}{_OF_YEAR}", into=OTHER_RULES)
def _part_of_year(match: re.Match[str], _: SentenceTense) -> DayInterval | None:
    """Read "en el 1er trimestre de 2019", "im 2. Halbjahr 2023"."""
    number = int(match["nth"] or next(n for n in range(1, 5) if match[f"nth{n}"]))
    if match["quarter"]:
        return month_of(int(match["year"]), 3 * number - 2, 3)
    return month_of(int(match["year"]), 6 * number - 5, 6) if number < 3 else None


@rule(rf"\b{_MONTH}\b{_OF_YEAR}", into=OTHER_RULES)
def _month_year(match: re.Match[str], _: SentenceTense) -> DayInterval | None:
    return month_of(int(match["year"]), words.MONTHS[words.fold(match["month"])])


_PART = rf"(?:{words.PART_WORDS})(?:\s+d[eou])?"


@rule(rf"\b(?:{words.other_words('month_in')}|{_PART}|mi-)\s*\b(?P<span>{_MONTH})\b(?!\s+(?:(?:{words.other_words('of_year')})\s+)?\d)",
      into=OTHER_RULES)  # fmt: skip
def _month(match: re.Match[str], tense: SentenceTense) -> DayInterval | None:
    return nearest_month(tense, words.MONTHS[words.fold(match["month"])])


@rule(rf"\b(?:{words.other_words('weekday_in')})\s+(?:(?:{words.other_words('weekday_lead')})\s+)?(?P<span>(?P<weekday>{words.OTHER_WEEKDAY})){PART}",
      into=OTHER_RULES)  # fmt: skip
def _weekday(match: re.Match[str], tense: SentenceTense) -> DayInterval | None:
    return weekday_of(tense.day, words.WEEKDAYS[words.fold(match["weekday"])], past=not tense.future)


@rule(rf"\b(?:{words.other_words('year_in')})\s+(?P<span>{YEAR})",
      rf"\b(?:{words.other_words('from_year')})\s+(?P<span>{YEAR})(?=\s+(?:{words.other_words('to_year')})\s+(?:19|20)\d\d)",
      rf"\b(?:{words.other_words('from_year')})\s+(?:19|20)\d\d\s+(?:{words.other_words('to_year')})\s+(?P<span>{YEAR})",
      into=OTHER_RULES)  # fmt: skip
def _year(match: re.Match[str], _: SentenceTense) -> DayInterval | None:
    return year_of(int(match["year"]))


@rule(r"\b(?:(?:os\s+)?anos|los\s+años|les\s+années|gli\s+anni|jaren)\s+['’]?(?:19)?(?P<decade>[2-9]0)\b",
      r"\b(?:den|die|der)\s+(?P<span>(?:19)?(?P<decade>[2-9]0)er[n]?)\b", into=OTHER_RULES)  # fmt: skip
def _decade(match: re.Match[str], _: SentenceTense) -> DayInterval | None:
    return year_of(1900 + int(match["decade"]), 10)
