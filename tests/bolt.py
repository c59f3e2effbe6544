"""Count the Bolt messages of this process, from the driver's own protocol log."""

from __future__ import annotations

import logging
import re
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager

_MESSAGES = ("BEGIN", "RUN", "COMMIT", "ROLLBACK")


class _Listener(logging.Handler):
    def __init__(self) -> None:
        super().__init__(logging.DEBUG)
        self.sent: Counter[str] = Counter()

    def emit(self, record: logging.LogRecord) -> None:
        line = record.getMessage()
        self.sent.update(message for message in _MESSAGES if re.search(rf"C: {message}\b", line))


@contextmanager
def counted() -> Iterator[Counter[str]]:
    """Collect the messages that this process sends to Neo4j inside the block, by kind."""
    logger, listener = logging.getLogger("neo4j.io"), _Listener()
    before = (logger.level, logger.propagate)
    logger.addHandler(listener)
    logger.setLevel(logging.DEBUG)
    logger.propagate = False
    try:
        yield listener.sent
    finally:
        logger.removeHandler(listener)
        logger.setLevel(before[0])
        logger.propagate = before[1]
