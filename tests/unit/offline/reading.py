"""Parsed sentences for the tests of the offline extractor. Ana is the speaker, Bruno the other one, on 20 May 2026."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest

from graphmem_offline.clauses import Clause, clauses_of
from graphmem_offline.coreference import Coreference
from graphmem_offline.date_attachment import Dating
from graphmem_offline.parser import parse

NOW = datetime(2026, 5, 20, 14, tzinfo=UTC)


def parsed(text: str) -> Any:
    """Return the parsed text; skip the test if spaCy is not installed."""
    pytest.importorskip("spacy")
    return parse(text)


def word(text: str, form: str) -> Any:
    """Return the first token of a parsed text with this form."""
    return next(token for token in parsed(text) if token.text == form)


def clauses(text: str) -> list[Clause]:
    """Return the clauses of a text."""
    return list(clauses_of(parsed(text)))


def people() -> Coreference:
    """Return Ana as the speaker and Bruno as the other one."""
    return Coreference("Ana", ("Bruno",))


def dating(clause: Clause) -> Dating:
    """Return the dates of the text of a clause."""
    return Dating(clause.verb.doc, NOW, None)
