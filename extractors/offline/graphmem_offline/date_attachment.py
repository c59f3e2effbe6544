"""Attachment of dates to verbs, with wordings that keep their meaning outside the sentence."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from graphmem.dates.date_phrases import DatePhrase, find_date_phrases
from graphmem.dates.parser import local_day, resolve_date, zone_of
from graphmem_contract.records import DateSpan

_JUST_BEFORE = timedelta(seconds=1)


@dataclass(frozen=True, slots=True)
class Dates:
    """The dates of a clause: a start, an end, or a date `at` without a cue for either.

    `ahead`: the date `at` lies after the message. `over`: it ends before the message or at that moment.
    """

    at: str | None = None
    since: str | None = None
    until: str | None = None
    ahead: bool = False
    over: bool = False


class Dating:
    """The periods of a text and the verb to which each of them belongs."""

    def __init__(self, doc: Any, occurred_at: datetime, time_zone: str | None) -> None:
        self.occurred_at, self.time_zone = occurred_at, time_zone
        self.periods: list[DatePhrase] = []
        self.verbs: list[Any] = []
        for sentence in doc.sents:
            for period in find_date_phrases(sentence.text, occurred_at, time_zone):
                self.periods.append(_offset_by(period, sentence.start_char))
                self.verbs.append(_verb_above(doc, self.periods[-1]))
        self._of_verb: dict[Any, list[DatePhrase]] = {}
        for period, verb in zip(self.periods, self.verbs, strict=True):
            self._of_verb.setdefault(verb, []).append(period)
        self._inside = {place for one in self.periods for place in range(one.start, one.end)}
        self.at_place: dict[int, list[DatePhrase]] = {}
        """The periods by the position at which their date begins, after "since" or "until"."""
        for period in self.periods:
            date = period.starts or period.until
            if date is not None:
                self.at_place.setdefault(period.end - len(date.span), []).append(period)

    def of(self, *verbs: Any) -> Dates:
        """Return the dates that belong to any of the verbs."""
        mine = [period for verb in dict.fromkeys(verbs) for period in self._of_verb.get(verb, ())]
        mine.sort(key=lambda period: period.start)
        during = next((one.starts or one.until for one in mine if one.role == "during"), None)
        start = next((one for one in mine if one.role in ("since", "range", "for")), None)
        end = next((one.until for one in mine if one.role in ("until", "range")), None)
        ahead = bool(during and during.from_ and during.from_ > self.occurred_at)
        return Dates(
            at=self.wording(during) if during else None,
            since=self._since(start) if start else None,
            until=self.wording(end) if end else None,
            ahead=ahead,
            over=bool(during and during.until and during.until <= self.occurred_at),
        )

    def _since(self, period: DatePhrase) -> str | None:
        span = period.starts or period.until
        if span is None:
            return None
        return iso_of(span, self.time_zone) if period.role == "for" else self.wording(span)

    def wording(self, span: DateSpan) -> str:
        """Return the words of a date if they mean the same without the sentence, else an ISO date, month or year."""
        alone = resolve_date(span.span, self.occurred_at, self.time_zone)
        if alone and (alone.from_, alone.until) == (span.from_, span.until):
            return span.span
        return iso_of(span, self.time_zone)

    def inside(self, token: Any) -> bool:
        """Whether a word is part of a date."""
        return token.idx in self._inside


def iso_of(span: DateSpan, time_zone: str | None = None) -> str:
    """Return the start of a date in ISO form, in its own precision and in the zone: "2026-05-20", "2026-05", "2026"."""
    first = span.from_
    if first is None:
        return span.span
    day = local_day(first, zone_of(time_zone))
    forms = {"year": f"{day:%Y}", "month": f"{day:%Y-%m}", "day": f"{day:%Y-%m-%d}"}
    return forms.get(span.precision, first.isoformat())


def date_phrase(span: DateSpan, time_zone: str | None = None) -> str:
    """Return a date in words, in the zone: "5 March 2026", "March 2026", "2026"."""
    if span.from_ is None:
        return span.span
    zone = zone_of(time_zone)
    day = local_day(span.from_, zone)
    last = local_day(span.until - _JUST_BEFORE, zone) if span.until else day
    if span.precision == "day" and (last - day).days > 28:
        return f"{day.day} {day:%B %Y}–{last.day} {last:%B %Y}"
    if span.precision == "month" and (last - day).days > 31:
        return f"{day:%B}–{last:%B %Y}" if day.year == last.year else f"{day:%B %Y}–{last:%B %Y}"
    return {"year": f"{day:%Y}", "month": f"{day:%B %Y}"}.get(span.precision, f"{day.day} {day:%B %Y}")


def _offset_by(period: DatePhrase, by: int) -> DatePhrase:
    return DatePhrase(period.role, period.start + by, period.end + by, period.starts, period.until)


def _verb_above(doc: Any, period: DatePhrase) -> Any:
    """Return the nearest verb above a date; "named" in "a dog named Rex last week" does not count."""
    span = doc.char_span(period.start, period.end, alignment_mode="expand")
    if span is None:
        return None
    token = span.root
    while (token.pos_ not in ("VERB", "AUX") or token.dep_ == "acl") and token.head != token:
        token = token.head
    return token
