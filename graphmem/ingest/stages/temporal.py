"""Stage 5: claims → dated claims. How each date was decided is said."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import date, datetime, time, timedelta

from graphmem.claims import ABSENT, ClaimSource
from graphmem.contract.records import Kind, Precision
from graphmem.dates.parser import resolve_date
from graphmem.ingest.stages.records import DatedClaim, DatedClaims, DateDecision, DistinctClaim, Skipped

OPEN = DateDecision(None, None, False, "open")
_DAY = timedelta(days=1)


def date_claims(candidates: Sequence[DistinctClaim]) -> DatedClaims:
    """Stage 5, pure (docs/time.md, R4)."""
    dated, skipped, warnings = [], [], []
    for one in candidates:
        try:
            item = _dated(one)
        except _NotUnderstood as error:
            warnings.append(f"date not understood, the message's time was assumed: {error}")
            item = _dated(replace(one, claim=replace(one.claim, starts=ABSENT, until=None)))
        if item.start.at and item.end.at and item.end.at <= item.start.at:
            skipped.append(
                Skipped(one.claim, one.source, f"it would end ({item.end.at:%F}) before it starts ({item.start.at:%F})")
            )
        else:
            dated.append(item)
    return DatedClaims(tuple(dated), tuple(skipped), tuple(warnings))


class _NotUnderstood(ValueError):
    """Words that are no date."""


def _dated(one: DistinctClaim) -> DatedClaim:
    claim, source = one.claim, one.source
    if claim.action != "holds":
        return DatedClaim(one, _end_of(claim.until, claim.starts, source), OPEN, claim.kind or "state")
    ahead = claim.kind == "plan"
    start, end = _start(claim.starts, source, ahead=ahead), _until(claim.until, source, ahead=ahead)
    if source.valid_from_override is not None:
        start = _day_or_instant(source.valid_from_override, "valid_from_override")
    start, end = _without_far_dates(start, end)
    if end.at and start.at and not start.stated and end.at <= start.at:
        start = DateDecision(None, None, False, "open: only the end was said, and it lies in the past")
    kind: Kind = claim.kind or ("plan" if start.at and start.at > source.occurred_at else "state")
    if kind == "event" and end.at is None and start.stated and start.until:
        end = DateDecision(start.until, start.precision, True, "an event holds for its own interval")
    return DatedClaim(one, start, end, kind)


def _without_far_dates(start: DateDecision, end: DateDecision) -> tuple[DateDecision, DateDecision]:
    """The first day there is means since always, the last one until further notice; they are stored as null."""
    if start.at and start.at.date() == date.min:
        start = DateDecision(None, None, start.stated, "since always")
    return start, OPEN if end.at and end.at.date() == date.max else end


def _end_of(until: datetime | str | None, starts: datetime | str | None, source: ClaimSource) -> DateDecision:
    when = until if until is not None else starts
    return _start(ABSENT if when is None else when, source)


def _start(said: datetime | str | None, source: ClaimSource, *, ahead: bool = False) -> DateDecision:
    if said is None:
        return DateDecision(None, None, True, "since always")
    if said == ABSENT:
        return DateDecision(
            source.occurred_at, _precision(source.occurred_at), False, "assumed: the time of the message"
        )
    return _moment(said, source, ahead)


def _until(said: datetime | str | None, source: ClaimSource, *, ahead: bool) -> DateDecision:
    return OPEN if said in (None, ABSENT) else _moment(said, source, ahead)


def _moment(said: datetime | str, source: ClaimSource, ahead: bool) -> DateDecision:
    """A date as it was sent, or its words read against the message; those of a plan lie ahead."""
    if isinstance(said, datetime):
        return _day_or_instant(said, "stated")
    span = resolve_date(said, source.occurred_at, source.time_zone, ahead=ahead)
    if span is None or span.from_ is None:
        raise _NotUnderstood(said)
    return DateDecision(span.from_, span.precision, True, f"“{said}” → {span.how}", span.until)


def _day_or_instant(at: datetime, how: str) -> DateDecision:
    """A time as it was sent; one that is a midnight is its day, and ends with it."""
    precision = _precision(at)
    until = at + _DAY if precision == "day" and at.date() < date.max else None
    return DateDecision(at, precision, True, how, until)


def _precision(at: datetime) -> Precision:
    return "day" if at.time() == time() else "instant"
