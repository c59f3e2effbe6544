"""Stage 5: claims → dated claims. The trace says how each date was decided."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import date, datetime, time, timedelta

from graphmem.claims import ABSENT, SENTENCE_LENGTH, Claim, ClaimSource
from graphmem.contract.records import Kind, Precision
from graphmem.dates.parser import find_dates, local_day, resolve_date, zone_of
from graphmem.ingest.stages.records import DatedClaim, DatedClaims, DateDecision, DistinctClaim, Skipped

OPEN = DateDecision(None, None, False, "open")
_DAY = timedelta(days=1)


def date_claims(candidates: Sequence[DistinctClaim]) -> DatedClaims:
    """Return the claims with their periods (docs/time.md, R4). Pure.

    A claim whose end is at or before its start is skipped. Words that are no date give a warning, and the start of the
    claim is assumed to be the time of the message.
    """
    dated, skipped, warnings = [], [], []
    for candidate in candidates:
        try:
            item = _date_claim(candidate)
        except _NotUnderstood as error:
            warnings.append(f"date not understood, the message's time was assumed: {error}")
            item = _date_claim(replace(candidate, claim=replace(candidate.claim, starts=ABSENT, until=None)))
        if item.start.at and item.end.at and item.end.at <= item.start.at:
            reason = f"it would end ({item.end.at:%F}) before it starts ({item.start.at:%F})"
            skipped.append(Skipped(candidate.claim, candidate.source, reason))
        else:
            dated.append(item)
    return DatedClaims(tuple(dated), tuple(skipped), tuple(warnings))


class _NotUnderstood(ValueError):
    """The words are no date."""


def _date_claim(candidate: DistinctClaim) -> DatedClaim:
    claim, source = candidate.claim, candidate.source
    if claim.action != "holds":
        return DatedClaim(candidate, _time_of_end(claim.until, claim.starts, source), OPEN, claim.kind or "state")
    ahead = claim.kind == "plan"
    start, end = _start(claim.starts, source, ahead=ahead), _end(claim.until, source, ahead=ahead)
    if _is_unsaid_day(claim, start, source):
        start = replace(start, stated=False, how="assumed: the day of the message, which no word of it names")
    if source.valid_from_override is not None:
        start = _day_or_instant(source.valid_from_override, "valid_from_override")
    start, end = _without_far_dates(start, end)
    if end.at and start.at and not start.stated and end.at <= start.at:
        start = DateDecision(None, None, False, "open: only the end was said, and it lies in the past")
    kind: Kind = claim.kind or ("plan" if start.at and start.at > source.occurred_at else "state")
    if kind == "event" and end.at is None and start.stated and start.until:
        end = DateDecision(start.until, start.precision, True, "an event holds for its own interval")
    return DatedClaim(candidate, start, end, kind)


def _is_unsaid_day(claim: Claim, start: DateDecision, source: ClaimSource) -> bool:
    """Whether the start of a state is the day of its message and the message names no such day.

    Extractors date “I work at Acme” with the day on which it was said. That start is not stated (docs/time.md, R4).
    """
    dated = isinstance(claim.starts, datetime) and claim.kind in (None, "state") and source.episode_id is not None
    if not dated or start.at is None or not 0 < len(source.sentence) < SENTENCE_LENGTH:
        return False
    if start.at != source.occurred_at:
        day = local_day(source.occurred_at, zone_of(source.time_zone))
        if start.precision != "day" or start.at.date() != day:
            return False
    named = find_dates(source.sentence, source.occurred_at, source.time_zone)
    return not any(span.from_ and span.from_ <= start.at < (span.until or span.from_ + _DAY) for span in named)


def _without_far_dates(start: DateDecision, end: DateDecision) -> tuple[DateDecision, DateDecision]:
    """Open a start on the first day of the calendar and an end on its last day. Both are stored as null.

    The first day means since always. The last day means until further notice.
    """
    if start.at and start.at.date() == date.min:
        start = DateDecision(None, None, start.stated, "since always")
    return start, OPEN if end.at and end.at.date() == date.max else end


def _time_of_end(until: datetime | str | None, starts: datetime | str | None, source: ClaimSource) -> DateDecision:
    """Return when an `ends` or `never` claim applies: at its end, else at its start, else at the time of the message."""
    when = until if until is not None else starts
    return _start(ABSENT if when is None else when, source)


def _start(stated: datetime | str | None, source: ClaimSource, *, ahead: bool = False) -> DateDecision:
    if stated is None:
        return DateDecision(None, None, True, "since always")
    if stated == ABSENT:
        return DateDecision(
            source.occurred_at, _precision(source.occurred_at), False, "assumed: the time of the message"
        )
    return _resolve(stated, source, ahead)


def _end(stated: datetime | str | None, source: ClaimSource, *, ahead: bool) -> DateDecision:
    return OPEN if stated in (None, ABSENT) else _resolve(stated, source, ahead)


def _resolve(stated: datetime | str, source: ClaimSource, ahead: bool) -> DateDecision:
    """Return a date as it was sent. Resolve the words of a date against the time of the message.

    Args:
        ahead: an ambiguous date lies after the message. This is so for plans.

    Raises:
        _NotUnderstood: the words are no date.
    """
    if isinstance(stated, datetime):
        return _day_or_instant(stated, "stated")
    span = resolve_date(stated, source.occurred_at, source.time_zone, ahead=ahead)
    if span is None or span.from_ is None:
        raise _NotUnderstood(stated)
    return DateDecision(span.from_, span.precision, True, f"“{stated}” → {span.how}", span.until)


def _day_or_instant(at: datetime, how: str) -> DateDecision:
    """Return a time as it was sent. Midnight means the whole day."""
    precision = _precision(at)
    until = at + _DAY if precision == "day" and at.date() < date.max else None
    return DateDecision(at, precision, True, how, until)


def _precision(at: datetime) -> Precision:
    return "day" if at.time() == time() else "instant"
