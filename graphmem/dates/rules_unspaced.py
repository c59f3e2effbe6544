"""Rules for the most common dates of Chinese and Japanese, which have no spaces between words."""

from __future__ import annotations

import re

from graphmem.dates.intervals import DayInterval, current, day_of, shifted
from graphmem.dates.rules_english import Rule, SentenceTense, rule

UNSPACED_RULES: list[Rule] = []
_DAYS = {"大前天": -3, "前天": -2, "昨天": -1, "今天": 0, "明天": 1, "后天": 2, "後天": 2, "大后天": 3,
         "一昨日": -2, "昨日": -1, "今日": 0, "明日": 1, "明後日": 2}  # fmt: skip
_STEPS = {
    "上上": -2,
    "上": -1,
    "这": 0,
    "這": 0,
    "本": 0,
    "下": 1,
    "下下": 2,
    "先々": -2,
    "先": -1,
    "今": 0,
    "来": 1,
    "再来": 2,
}
_WEEKDAYS = {"一": 0, "二": 1, "三": 2, "四": 3, "五": 4, "六": 5, "日": 6, "天": 6,
             "月": 0, "火": 1, "水": 2, "木": 3, "金": 4, "土": 5}  # fmt: skip
_SIDE = f"(?P<side>{'|'.join(sorted(_STEPS, key=len, reverse=True))})"


@rule(f"(?P<day>{'|'.join(sorted(_DAYS, key=len, reverse=True))})", into=UNSPACED_RULES)
def _unspaced_day(match: re.Match[str], tense: SentenceTense) -> DayInterval | None:
    return day_of(tense.day, _DAYS[match["day"]])


@rule(
    rf"{_SIDE}(?:个|個)?(?:周|週|星期|礼拜|禮拜)(?:の)?(?P<weekday>[一二三四五六日天月火水木金土])(?:曜日?)?",
    into=UNSPACED_RULES,
)
def _unspaced_weekday(match: re.Match[str], tense: SentenceTense) -> DayInterval | None:
    return day_of(tense.day, 7 * _STEPS[match["side"]] - tense.day.weekday() + _WEEKDAYS[match["weekday"]])


@rule(rf"{_SIDE}(?:个|個)?(?P<unit>周|週|星期|礼拜|禮拜|月)(?!曜)", into=UNSPACED_RULES)
def _unspaced_unit(match: re.Match[str], tense: SentenceTense) -> DayInterval | None:
    step, unit = _STEPS[match["side"]], "month" if match["unit"] == "月" else "week"
    if unit == "month":
        return shifted(tense.day, "month", step)
    return current(day_of(tense.day, 7 * step).first, "week")


@rule("(?P<year>前年|去年|昨年|今年|明年|来年)", into=UNSPACED_RULES)
def _unspaced_year(match: re.Match[str], tense: SentenceTense) -> DayInterval | None:
    steps = {"前年": -2, "去年": -1, "昨年": -1, "今年": 0, "明年": 1, "来年": 1}
    return shifted(tense.day, "year", steps[match["year"]])
