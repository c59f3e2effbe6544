"""Cron expressions: the next time at which one matches. Pure."""

from __future__ import annotations

from datetime import UTC, datetime, tzinfo
from zoneinfo import ZoneInfo

from cronsim import CronSim, CronSimError

from graphmem_contract.errors import InvalidInput

FIELDS = 5


def next_run(cron: str, time_zone: str | None, after: datetime) -> datetime:
    """Return the first time after a moment at which an expression matches, in UTC.

    Args:
        cron: five fields: minute, hour, day of the month, month, day of the week.
        time_zone: IANA name of the zone of these fields; None = UTC. An hour that a change of the clocks leaves out counts as the
            time right after it, and an hour that comes twice counts once.
        after: an aware time.

    Raises:
        InvalidInput: `cron` is no such expression, no day ever matches it, or the time zone is unknown on this machine.
    """
    fields = cron.split()
    if len(fields) != FIELDS:
        raise InvalidInput(
            f"{cron!r} is no cron expression: it has five fields (minute, hour, day of the month, month, day of the week), "
            "as in 0 3 * * *.",
            field="cron",
        )
    local = after.astimezone(_zone(time_zone))
    try:
        matches = (match.astimezone(UTC) for match in CronSim(" ".join(fields), local))
        # In an hour that comes twice, the library also returns the match of the first time, which lies before.
        return next(match for match in matches if match > after)
    except CronSimError as error:
        raise InvalidInput(f"{cron!r} is no cron expression: {error}.", field="cron") from None
    except StopIteration:
        raise InvalidInput(f"No day ever matches {cron!r}.", field="cron") from None


def _zone(name: str | None) -> tzinfo:
    try:
        return ZoneInfo(name) if name else UTC
    except (ValueError, OSError, KeyError):
        raise InvalidInput(f"There is no time zone {name!r}.", field="time_zone") from None
