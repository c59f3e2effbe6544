"""What is logged while agents are served: plain lines on standard error, for standard output is the protocol's."""

from __future__ import annotations

import logging
import sys

import structlog


def log_to_stderr(level: str) -> None:
    """Lines from `level` on (debug, info, warning, error), tracebacks without the values of variables."""
    least = logging.getLevelNamesMapping().get(level.upper(), logging.WARNING)
    logging.basicConfig(stream=sys.stderr, level=least)
    structlog.configure(
        processors=[
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso"),
            structlog.dev.ConsoleRenderer(colors=False, exception_formatter=structlog.dev.plain_traceback),
        ],
        wrapper_class=structlog.make_filtering_bound_logger(least),
        logger_factory=structlog.PrintLoggerFactory(sys.stderr),
    )
