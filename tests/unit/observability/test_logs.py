"""What a log tells, and what it never does."""

from __future__ import annotations

import io
import json
import logging
import sys
from collections.abc import Iterator
from typing import Any

import pytest
import structlog
from pydantic import SecretStr
from structlog.contextvars import bound_contextvars

from graphmem.observability.logs import get_logger, log_to_stderr
from graphmem.settings import Settings

SECRETS = {
    "admin_key": SecretStr('quo"te\\d-ädmin'),
    "openai_api_key": SecretStr("sk-provider-key"),
    "neo4j_password": SecretStr("pass-of-the-graph"),
}


@pytest.fixture
def lines(monkeypatch: pytest.MonkeyPatch, test_settings: Settings) -> Iterator[Any]:
    """Starts logging with some settings; gives what was written since."""
    root = logging.getLogger()
    before, level, written = root.handlers[:], root.level, io.StringIO()

    def started(**changes: Any) -> io.StringIO:
        monkeypatch.setattr(sys, "stderr", written)
        log_to_stderr(test_settings.model_copy(update={**SECRETS, **changes}))
        return written

    yield started
    root.handlers[:] = before
    root.setLevel(level)
    structlog.reset_defaults()


def fail() -> None:
    local = "value-of-a-variable"
    raise ValueError(f"refused with Authorization: Bearer abc.def-123 at bolt://neo4j:hunter22@host {len(local)}")


@pytest.mark.parametrize("get", [get_logger, structlog.get_logger])
def test_a_json_line_has_its_fields_and_what_is_bound(lines: Any, get: Any) -> None:
    written = lines(log_format="json")
    with bound_contextvars(request_id="r1", brain="ana"):
        get("graphmem.test").warning("50% failed", episode="e1", name="x")
        logging.getLogger("a.library").warning("said %s", "so")
    first, second = (json.loads(line) for line in written.getvalue().splitlines())
    known = {"event": "50% failed", "level": "warning", "logger": "graphmem.test", "request_id": "r1", "brain": "ana"}
    assert {**known, "episode": "e1", "name": "x"}.items() <= first.items()
    assert (second["event"], second["logger"], second["brain"]) == ("said so", "a.library", "ana")
    assert set(first) == {*known, "episode", "name", "timestamp"}


def test_a_line_for_people_has_the_same(lines: Any) -> None:
    written = lines()
    get_logger("graphmem.test").warning("failed", episode="e1")
    assert "failed" in written.getvalue()
    assert "episode=e1" in written.getvalue()
    assert len(written.getvalue().splitlines()) == 1


@pytest.mark.parametrize("form", ["json", "console"])
@pytest.mark.parametrize("get", [get_logger, structlog.get_logger, logging.getLogger])
def test_an_exception_tells_the_places_but_no_variables_and_no_secrets(lines: Any, form: str, get: Any) -> None:
    written = lines(log_format=form)
    try:
        fail()
    except ValueError:
        get("graphmem.test").exception("unexpected")
    told = written.getvalue()
    assert "ValueError" in told
    assert "test_logs.py" in told
    for never in ("value-of-a-variable", "abc.def-123", "hunter22"):
        assert never not in told
    if form == "json":
        assert json.loads(told)["exception"][0]["exc_type"] == "ValueError"
        assert len(told.splitlines()) == 1


@pytest.mark.parametrize("form", ["json", "console"])
def test_no_secret_of_the_settings_comes_through_in_any_spelling(lines: Any, form: str) -> None:
    written = lines(log_format=form, log_level="debug")
    for secret in SECRETS.values():
        plain = secret.get_secret_value()
        get_logger("graphmem.test").error(f"with {plain}", also=plain, inside=[plain], at={"k": plain})
        logging.getLogger("a.library").debug("headers %r", [(b"Authorization", plain.encode())])
        logging.getLogger("a.library").debug("headers %r", {"Authorization": f"Bearer {plain}"})
    get_logger("graphmem.test").error("gmk_abcdefghijklmnopqrstuvwxyz0123456789-_ABCDE")
    told = written.getvalue()
    assert len(told.splitlines()) == 10
    for never in ("dmin", "provider-key", "of-the-graph", "gmk_"):
        assert never not in told


@pytest.mark.parametrize(("level", "seen"), [("debug", 4), ("info", 3), ("warning", 2), ("ERROR", 1)])
def test_the_level_is_the_settings(lines: Any, test_settings: Settings, level: str, seen: int) -> None:
    written = lines(log_level=test_settings.with_overrides(log_level=level).log_level)
    for method in ("debug", "info", "warning", "error"):
        getattr(get_logger("graphmem.test"), method)(method)
        getattr(logging.getLogger("a.library"), method)(method)
    assert len(written.getvalue().splitlines()) == 2 * seen


def test_libraries_that_tell_whole_bodies_are_held_to_warnings(lines: Any) -> None:
    written = lines(log_level="debug")
    for name in ("openai._base_client", "httpx", "httpcore.http11", "httpx2", "httpcore2.http11"):
        logging.getLogger(name).debug("a body")
        logging.getLogger(name).info("an address")
    assert written.getvalue() == ""


def test_without_any_set_up_nothing_goes_to_standard_output(capsys: pytest.CaptureFixture[str]) -> None:
    try:
        fail()
    except ValueError:
        get_logger("graphmem.test").exception("unexpected", episode="e1")
    assert capsys.readouterr().out == ""
