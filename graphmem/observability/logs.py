"""What is logged: one line each on standard error, for people or as JSON, without the values of variables or secrets.

What is bound by `structlog.contextvars` (request_id, brain, episode) stands in every line, also in those of libraries.
"""

from __future__ import annotations

import json
import logging
import re
import sys
from collections.abc import Callable
from typing import Any

import structlog
from pydantic import SecretStr
from structlog.stdlib import ProcessorFormatter
from structlog.typing import EventDict, Processor, WrappedLogger

from graphmem.settings import Settings

TALKATIVE = ("openai", "httpx", "httpcore")
"""Below a warning they tell addresses and whole bodies, and with them what people said."""
FIELDS = "graphmem"
HIDDEN = "***"
SHORTEST_SECRET = 4
"""Anything shorter would blacken half of every line."""
_SHAPES = (
    (re.compile(r"\bgmk_[A-Za-z0-9_-]{8,}"), HIDDEN),
    (re.compile(r"(?i)\b(bearer|basic) [A-Za-z0-9._~+/=-]+"), rf"\1 {HIDDEN}"),
    (re.compile(r"(://[^\s/:@]*):[^\s/@]+@"), rf"\1:{HIDDEN}@"),
)
"""What is a secret by its looks: keys of ours, credentials in a header, a password in an address."""


def get_logger(name: str) -> Any:
    """A logger that hands everything to `logging`, whoever has set that up: an event, its fields, what is bound.

    structlog's own default would print to standard output, with the values of local variables.
    """
    return structlog.wrap_logger(
        logging.getLogger(name),
        processors=[structlog.stdlib.filter_by_level, structlog.contextvars.merge_contextvars, _into_record],
        wrapper_class=structlog.stdlib.BoundLogger,
    )


def _into_record(logger: WrappedLogger, method: str, event: EventDict) -> EventDict:
    """The arguments for a method of `logging`; the fields under one name, since it has taken many others itself."""
    given = {name: event.pop(name) for name in ("exc_info", "stack_info") if name in event}
    told = " ".join(f"{name}={value!r}" for name, value in event.items() if name != "event")
    return {"msg": f"{event.get('event')} {told}".rstrip(), "extra": {FIELDS: dict(event)}, **given}


def _out_of_record(logger: WrappedLogger, method: str, event: EventDict) -> EventDict:
    """The fields of a record that came from `get_logger`, beside its event."""
    return {**event, **getattr(event["_record"], FIELDS, {})}


def log_to_stderr(settings: Settings) -> None:
    """From now on everything that this process logs, libraries included, goes to standard error as the settings say."""
    least = logging.getLevelNamesMapping()[settings.log_level.upper()]
    shared: list[Processor] = [
        structlog.contextvars.merge_contextvars,
        structlog.stdlib.add_logger_name,
        structlog.stdlib.add_log_level,
        structlog.processors.TimeStamper(fmt="iso"),
    ]
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(
        ProcessorFormatter(
            foreign_pre_chain=[_out_of_record, *shared],
            processors=[ProcessorFormatter.remove_processors_meta, *_rendering(settings.log_format), _Hiding(settings)],
        )
    )
    logging.basicConfig(handlers=[handler], level=least, force=True)
    for name in TALKATIVE:
        logging.getLogger(name).setLevel(max(least, logging.WARNING))
    structlog.configure(
        processors=[structlog.stdlib.filter_by_level, *shared, ProcessorFormatter.wrap_for_formatter],
        wrapper_class=structlog.stdlib.BoundLogger,
        logger_factory=structlog.stdlib.LoggerFactory(),
        cache_logger_on_first_use=False,
    )


def _rendering(form: str) -> list[Processor]:
    if form == "json":
        told = structlog.tracebacks.ExceptionDictTransformer(show_locals=False, max_frames=20)
        return [structlog.processors.ExceptionRenderer(told), structlog.processors.JSONRenderer()]
    return [structlog.dev.ConsoleRenderer(colors=False, exception_formatter=structlog.dev.plain_traceback)]


_AS_TEXT: tuple[Callable[[str], str], ...] = (
    str,
    lambda secret: repr(secret)[1:-1],
    lambda secret: repr(secret.encode("utf8", "surrogateescape"))[2:-1],
)
"""How a secret may stand in a message: as it is, or inside a value that was printed; JSON then spells that once more."""


class _Hiding:
    """The last processor: blackens the settings' secrets, and what looks like one, in the finished line."""

    def __init__(self, settings: Settings) -> None:
        self._secrets = tuple(_spellings(settings))

    def __call__(self, logger: WrappedLogger, method: str, line: EventDict) -> Any:
        """The line without secrets."""
        text = str(line)
        for secret in self._secrets:
            text = text.replace(secret, HIDDEN)
        for shape, instead in _SHAPES:
            text = shape.sub(instead, text)
        return text


def _spellings(settings: Settings) -> list[str]:
    values = [getattr(settings, name) for name in type(settings).model_fields]
    secrets = [value.get_secret_value() for value in values if isinstance(value, SecretStr)]
    told = {spell(one) for one in secrets if len(one) >= SHORTEST_SECRET for spell in _AS_TEXT}
    return sorted(told | {json.dumps(one)[1:-1] for one in told}, key=len, reverse=True)
