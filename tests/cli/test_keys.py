"""Keys from the command line."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from click.testing import Result
from typer.testing import CliRunner

from graphmem.cli.main import app

pytestmark = pytest.mark.usefixtures("alone")


def run(shell: CliRunner, *words: str, expect: int = 0) -> Result:
    result = shell.invoke(app, ["keys", *words])
    assert result.exit_code == expect, result.output
    return result


def listed(shell: CliRunner) -> dict[str, dict[str, Any]]:
    return {one["id"]: one for one in json.loads(run(shell, "list", "--json").stdout)["keys"]}


def test_a_key_is_made_listed_rotated_and_revoked(shell: CliRunner) -> None:
    told = run(shell, "create", "for a test", "-b", "ana", "-b", "ben", "-s", "memory:read", "--days", "30")
    key = told.stdout.strip()
    assert key.startswith("gmk_")
    assert "not shown again" in told.stderr
    id_ = told.stderr.split("id ")[1].split()[0]
    try:
        kept = listed(shell)[id_]
        assert (kept["brains"], kept["scopes"], kept["revoked_at"]) == (["ana", "ben"], ["memory:read"], None)
        assert timedelta(days=29) < datetime.fromisoformat(kept["expires_at"]) - datetime.now(UTC) < timedelta(days=31)
        assert key not in run(shell, "list").output
        told_again = run(shell, "rotate", id_, "--grace", "60")
        assert told_again.stdout.strip().startswith("gmk_")
        assert told_again.stdout.strip() != key
        assert listed(shell)[id_]["old_secret_until"]
        assert "grace_seconds" in run(shell, "rotate", id_, "--grace", "1e9", expect=1).stderr
        assert "revoked" in run(shell, "revoke", id_).output
        assert "revoked" in run(shell, "rotate", id_, expect=1).stderr
        assert listed(shell)[id_]["revoked_at"]
    finally:
        run(shell, "revoke", id_, "--forget")
    assert id_ not in listed(shell)
    assert "no such key" in run(shell, "revoke", id_, expect=1).stderr
    assert "no such key" in run(shell, "rotate", id_, expect=1).stderr


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("-b", "no/brain", "-s", "admin"), "brains"),
        (("-b", "ana", "-s", "everything"), "scopes"),
        (("-b", "ana", "-s", "admin", "--days", "0"), "expires_at"),
    ],
)
def test_a_wrong_key_is_one_readable_line(shell: CliRunner, words: tuple[str, ...], told: str) -> None:
    result = run(shell, "create", "x", *words, expect=1)
    assert told in result.stderr
    assert len(result.stderr.strip().splitlines()) == 1
