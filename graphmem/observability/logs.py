"""Logging: one line per event on standard error, as text or JSON, without values of variables and without secrets.

Every line has the fields bound by `structlog.contextvars` (request_id, brain, episode), lines of libraries included.
"""

from __future__ import annotations

import json
import logging
import re
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import structlog
from pydantic import SecretStr
from structlog.stdlib import ProcessorFormatter
from structlog.typing import EventDict, Processor, WrappedLogger

from graphmem.settings import Settings
from graphmem_contract.errors import GraphmemError, reason_of

TALKATIVE = ("openai", "httpx", "httpcore", "httpx2", "httpcore2")
"""Loggers that write addresses and whole request bodies, and so user text, below the level warning."""
FIELDS = "graphmem"
"""Attribute of a log record that holds the fields of its event."""
HIDDEN = "***"
"""Replaces a secret."""
SHORTEST_SECRET = 4
"""A shorter secret is not hidden: its text also occurs in ordinary words."""
_SHAPES = (
    (re.compile(r"\bgmk_[A-Za-z0-9_-]{8,}"), HIDDEN),
    (re.compile(r"(?i)\b(bearer|basic) [A-Za-z0-9._~+/=-]+"), rf"\1 {HIDDEN}"),
    (re.compile(r"(://[^\s/:@]*):[^\s/@]+@"), rf"\1:{HIDDEN}@"),
)
"""Patterns of secrets: API keys of graphmem, credentials in a header, a password in a URL."""


def get_logger(name: str) -> Any:
    """Return a logger that passes events, their fields and the bound fields to `logging`, with any configuration.

    The default of structlog would print to standard output, with the values of local variables.
    """
    return structlog.wrap_logger(
        logging.getLogger(name),
        processors=[structlog.stdlib.filter_by_level, structlog.contextvars.merge_contextvars, _into_record],
        wrapper_class=structlog.stdlib.BoundLogger,
    )


@contextmanager
def survived(log: Any, expected: str, unexpected: str) -> Iterator[None]:
    """Log an error instead of raising it, for work that goes on for ever.

    Args:
        expected: the event of an error of graphmem. unexpected: that of any other, with its traceback.
    """
    try:
        yield
    except GraphmemError as error:
        log.warning(expected, error=reason_of(error))
    except Exception as error:
        log.exception(unexpected, error=type(error).__name__)


def _into_record(logger: WrappedLogger, method: str, event: EventDict) -> EventDict:
    """Return the arguments for a method of `logging`. The fields are under one name: `logging` reserves many names."""
    arguments = {name: event.pop(name) for name in ("exc_info", "stack_info") if name in event}
    fields = " ".join(f"{name}={value!r}" for name, value in event.items() if name != "event")
    return {"msg": f"{event.get('event')} {fields}".rstrip(), "extra": {FIELDS: dict(event)}, **arguments}


def _out_of_record(logger: WrappedLogger, method: str, event: EventDict) -> EventDict:
    """Return the event with the fields of a record of `get_logger`."""
    return {**event, **getattr(event["_record"], FIELDS, {})}


def log_to_stderr(settings: Settings) -> None:
    """Configure logging for this process, libraries included: level and format of the settings, standard error."""
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
            processors=[
                ProcessorFormatter.remove_processors_meta,
                *_renderers(settings.log_format),
                _SecretFilter(settings),
            ],
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


def _renderers(form: str) -> list[Processor]:
    if form == "json":
        traceback = structlog.tracebacks.ExceptionDictTransformer(show_locals=False, max_frames=20)
        return [structlog.processors.ExceptionRenderer(traceback), structlog.processors.JSONRenderer()]
    return [structlog.dev.ConsoleRenderer(colors=False, exception_formatter=structlog.dev.plain_traceback)]


_AS_TEXT: tuple[Callable[[str], str], ...] = (
    str,
    lambda secret: repr(secret)[1:-1],
    lambda secret: repr(secret.encode("utf8", "surrogateescape"))[2:-1],
)
"""Spellings of a secret in a message: as it is, or as part of the repr of a text or of bytes."""


class _SecretFilter:
    """The last processor: replaces the secrets of the settings, and texts of their shape, in the finished line."""

    def __init__(self, settings: Settings) -> None:
        self._secrets = tuple(_spellings(settings))

    def __call__(self, logger: WrappedLogger, method: str, line: EventDict) -> Any:
        """Return the line without secrets."""
        text = str(line)
        for secret in self._secrets:
            text = text.replace(secret, HIDDEN)
        for pattern, replacement in _SHAPES:
            text = pattern.sub(replacement, text)
        return text


def _spellings(settings: Settings) -> list[str]:
    """Return all spellings of the settings' secrets, also as JSON escapes them, longest first."""
    values = [getattr(settings, name) for name in type(settings).model_fields]
    secrets = [value.get_secret_value() for value in values if isinstance(value, SecretStr)]
    texts = {spell(secret) for secret in secrets if len(secret) >= SHORTEST_SECRET for spell in _AS_TEXT}
    return sorted(texts | {json.dumps(text)[1:-1] for text in texts}, key=len, reverse=True)
