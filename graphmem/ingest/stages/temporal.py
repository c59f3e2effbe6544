"""Stage 5: claims → dated claims. The trace says how each date was decided."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, date, datetime, time, timedelta

from graphmem.claims import ABSENT, SENTENCE_LENGTH, Claim, ClaimSource
from graphmem.dates.numeric_order import ambiguous_date, puts_month_first, with_dots
from graphmem.dates.parser import find_dates, local_day, resolve_date, zone_of
from graphmem.ingest.stages.change_reading import unread_changes
from graphmem.ingest.stages.records import ComparedClaims, DatedClaim, DatedClaims, DateDecision, DistinctClaim, Skipped
from graphmem.observability.stage_timer import stage
from graphmem.relations.direction import lies_ahead
from graphmem_contract.records import Kind, Precision

OPEN = DateDecision(None, None, False, "open")
_DAY = timedelta(days=1)
_SEASON = timedelta(days=80)
_CLOCKS_DIFFER = timedelta(hours=1)
"""A start no further ahead of its message than this begins with it: the two times come from different clocks."""


async def temporal(compared: ComparedClaims) -> DatedClaims:
    """Return the distinct claims with their dates; every claim that was left out so far is told with its reason."""
    linked, distinct = compared.linked, compared.distinct
    with stage("temporal"):
        dated = date_claims(distinct)
        unread = unread_changes(linked, compared.facts.learnt)
        timed = DatedClaims(
            dated.dated,
            (*linked.unplaced, *compared.twins, *dated.skipped),
            (*unread, *(note for one in distinct for note in one.notes), *dated.warnings),
        )
    await asyncio.sleep(0)  # the work on thousands of claims is done in pieces: others are answered between them
    return timed


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
            warnings += (*_end_before_start(item), *_of_unknown_order(candidate))
    return DatedClaims(tuple(dated), tuple(skipped), tuple(warnings))


def _of_unknown_order(candidate: DistinctClaim) -> list[str]:
    """Return a warning for a numeric date whose order of day and month no setting decides."""
    claim = candidate.claim
    texts = [] if candidate.source.language else [one for one in (claim.starts, claim.until) if isinstance(one, str)]
    return [
        f"ambiguous_date: {found} is read with the month first; the brain's setting `language` decides the order"
        for found in dict.fromkeys(map(ambiguous_date, texts))
        if found
    ]


class _NotUnderstood(ValueError):
    """The words are no date."""


def _date_claim(candidate: DistinctClaim) -> DatedClaim:
    claim, source = candidate.claim, candidate.source
    if claim.action != "holds":
        return DatedClaim(candidate, _time_of_end(candidate), OPEN, claim.kind or "state")
    start, end = _start(claim.starts, candidate), _end(claim.until, candidate)
    if isinstance(claim.until, str) and claim.until == claim.starts:
        end = _end_of_time(start)
    if _is_unsaid_day(claim, start, source):
        start = replace(start, stated=False, how="assumed: the day of the message, which no word of it names")
    if source.valid_from_override is not None:
        start = _day_or_instant(source.valid_from_override, "valid_from_override")
    start, end = _without_far_dates(_before_end(start, end, candidate), end)
    if end.at and start.at and not start.stated and end.at <= start.at:
        start = DateDecision(None, None, False, "open: only the end was said, and it lies in the past")
    kind = _kind(candidate, start, end)
    if kind == "event" and end.at is None and not start.stated and start.at is not None:
        end = DateDecision(
            _end_of_day(start.at, source), None, False, "an event without a date is told for its message's day"
        )
    if end.at is None and start.stated and start.until and (kind == "event" or candidate.past):
        of = "a former state" if candidate.past else "an event"
        end = DateDecision(start.until, start.precision, True, f"{of} holds for its own interval")
    return DatedClaim(candidate, start, end, kind)


def _before_end(start: DateDecision, end: DateDecision, candidate: DistinctClaim) -> DateDecision:
    """Return a start in words that would lie behind its stated end as the last such day before that."""
    words = candidate.claim.starts
    if not isinstance(words, str) or not start.stated or start.at is None or end.at is None or start.at < end.at:
        return start
    span = resolve_date(words, end.at, candidate.source.time_zone, ahead=False)
    if span is None or span.from_ is None or span.from_ >= end.at:
        return start
    return DateDecision(span.from_, span.precision, True, f"“{words}” before its end → {span.how}", span.until)


def _end_of_time(start: DateDecision) -> DateDecision:
    """Return the end of a time that is told as start and end alike, if it is a season or longer: "in the nineties".

    Of a shorter one the words say only when it began.
    """
    if start.at is None or start.until is None or start.until - start.at < _SEASON:
        return OPEN
    return DateDecision(start.until, start.precision, True, start.how)


def _end_of_day(at: datetime, source: ClaimSource) -> datetime:
    """Return the end of the local day of a moment; the moment a day later at the edge of the calendar."""
    zone = zone_of(source.time_zone)
    try:
        return datetime.combine(local_day(at, zone) + _DAY, time(), zone).astimezone(UTC)
    except OverflowError:
        return at


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


def _kind(candidate: DistinctClaim, start: DateDecision, end: DateDecision) -> Kind:
    """Return the kind of a claim. A relation that is a state makes its events states: a move begins a home that lasts.

    An event whose end is stated stays an event: it is a stay, which ends no other value.
    """
    stated = candidate.claim.kind
    if stated == "event" and end.at is None and is_state(candidate):
        stated = None
    return stated or ("plan" if start.at and start.at > candidate.source.occurred_at + _CLOCKS_DIFFER else "state")


def is_state(candidate: DistinctClaim) -> bool:
    """Whether the relation decides that the claim is a state. The place of a person may change by the hour."""
    if candidate.relation == "located_in":
        return candidate.subject.type != "person"
    return candidate.rule.kind == "state"


def _end_before_start(item: DatedClaim) -> list[str]:
    """Return a warning if a stated end lies before the known start of its fact. The end is kept."""
    candidate, end = item.candidate, item.start
    if candidate.claim.action != "ends" or not end.stated or end.at is None:
        return []
    starts = [known["tValid"] for known in candidate.stored if known["open"] and known.get("tValid") is not None]
    if not starts or min(starts) < end.at:
        return []
    read = f"{end.at:%F} (read from {end.how})"
    return [
        f"end_before_start: {candidate.relation} {candidate.claim.object} would end {read}, it is known since {min(starts):%F}"
    ]


def _without_far_dates(start: DateDecision, end: DateDecision) -> tuple[DateDecision, DateDecision]:
    """Open a start on the first day of the calendar and an end on its last day. Both are stored as null.

    The first day means since always. The last day means until further notice.
    """
    if start.at and start.at.date() == date.min:
        start = DateDecision(None, None, start.stated, "since always")
    return start, OPEN if end.at and end.at.date() == date.max else end


def _time_of_end(candidate: DistinctClaim) -> DateDecision:
    """Return when an `ends` or `never` claim applies: at its end, else at its start, else at the time of the message."""
    until, starts = candidate.claim.until, candidate.claim.starts
    when = until if until not in (None, ABSENT) else starts
    decision = _start(ABSENT if when is None else when, candidate)
    return _last_moment(decision, when)


def _start(stated: datetime | str | None, candidate: DistinctClaim) -> DateDecision:
    source = candidate.source
    if stated is None:
        return DateDecision(None, None, True, "since always")
    if stated == ABSENT:
        return DateDecision(
            source.occurred_at, _precision(source.occurred_at), False, "assumed: the time of the message"
        )
    return _resolve(stated, candidate)


def _end(stated: datetime | str | None, candidate: DistinctClaim) -> DateDecision:
    if stated in (None, ABSENT):
        return OPEN
    return _last_moment(_resolve(stated, candidate, until=True), stated)


def _last_moment(decision: DateDecision, stated: datetime | str | None) -> DateDecision:
    """Return the end of the interval where the words name its end: "the end of June"."""
    if decision.until is None or not isinstance(stated, str) or not _END_OF.search(stated):
        return decision
    return DateDecision(decision.until, decision.precision, decision.stated, decision.how)


_END_OF = re.compile(r"\b(?:end of|fim de|finais de|final de|finales de|fin de|fin|ende)\b", re.I)


def _resolve(stated: datetime | str, candidate: DistinctClaim, *, until: bool = False) -> DateDecision:
    """Return a date as it was sent. Resolve the words of a date against the time of the message.

    The tense of the clause in which the words stand gives their direction (docs/time.md, dates in words).

    Args:
        until: the date is the end of a state that holds.

    Raises:
        _NotUnderstood: the words are no date.
    """
    if isinstance(stated, datetime):
        return candidate.dates.get(stated) or _day_or_instant(stated, "stated")
    claim, source = candidate.claim, candidate.source
    ahead = claim.kind == "plan" or lies_ahead(stated, source.sentence, claim.text, until=until)
    words = stated if puts_month_first(source.language) else with_dots(stated)
    span = resolve_date(words, source.occurred_at, source.time_zone, ahead=ahead)
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
