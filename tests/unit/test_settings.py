"""Settings: what the environment says, checked."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from pydantic import ValidationError

from graphmem.settings import Settings
from graphmem_contract.errors import InvalidInput


def made(**values: Any) -> Settings:
    return Settings(_env_file=None, **values)


def test_every_setting_has_an_environment_name_and_a_description() -> None:
    for name, field in Settings.model_fields.items():
        assert str(field.validation_alias).startswith(("GRAPHMEM_", "NEO4J_", "OPENAI_")), name
        assert field.description, name


def test_the_environment_comes_before_the_file_and_the_file_before_the_default(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / ".env"
    file.write_text("GRAPHMEM_MODEL=from-file\nGRAPHMEM_WORKERS=7\nSOMETHING_ELSE=1\n")
    monkeypatch.setenv("GRAPHMEM_MODEL", "from-environment")
    settings = Settings(_env_file=file)  # type: ignore[call-arg]
    assert (settings.model, settings.workers, settings.commit_attempts) == ("from-environment", 7, 8)


def test_no_variable_without_a_prefix_sets_anything(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = made().model_dump()
    file = tmp_path / ".env"
    own = {str(field.validation_alias).lower() for field in Settings.model_fields.values()}  # read in any case
    foreign = {name for field in Settings.model_fields if field not in own for name in (field, field.upper())}
    file.write_text("".join(f"{name}=nonsense\n" for name in sorted(foreign)))
    assert {"LANGUAGE", "MODE", "PORT"} <= foreign
    assert Settings(_env_file=file).model_dump() == before  # type: ignore[call-arg]
    for name in foreign:
        monkeypatch.setenv(name, "nonsense")
    assert made().model_dump() == before


def test_secrets_do_not_show() -> None:
    settings = made(neo4j_password="hush-1", openai_api_key="hush-2", admin_key="hush-3")
    assert "hush" not in f"{settings!r} {settings} {settings.model_dump()}"


@pytest.mark.parametrize(("zone", "read"), [("Europe/Lisbon", "Europe/Lisbon"), (" UTC ", "UTC"), ("", None)])
def test_a_time_zone_is_an_iana_name(zone: str, read: str | None) -> None:
    assert made(time_zone=zone).time_zone == read


@pytest.mark.parametrize("zone", ["Mars/Olympus", "../etc/passwd", "+02:00"])
def test_an_unknown_time_zone_is_refused(zone: str) -> None:
    with pytest.raises(ValidationError, match="there is no time zone"):
        made(time_zone=zone)


def test_a_log_level_may_be_in_capitals() -> None:
    assert made(log_level="INFO").log_level == "info"


def test_an_override_is_checked_and_names_its_field() -> None:
    settings = made(model="first")
    other = settings.with_overrides(fuzzy_threshold=0.9, models={"judge": "large"})
    assert (other.model, other.fuzzy_threshold, other.models) == ("first", 0.9, {"judge": "large"})
    assert settings.fuzzy_threshold == 0.85
    with pytest.raises(InvalidInput) as caught:
        settings.with_overrides(fuzzy_threshold=2)
    assert caught.value.field == "fuzzy_threshold"


def test_an_override_keeps_secrets() -> None:
    key = made(openai_api_key="hush").with_overrides(model="m").openai_api_key
    assert key is not None
    assert key.get_secret_value() == "hush"


def test_settings_cannot_be_changed_in_place() -> None:
    with pytest.raises(ValidationError):
        made().model = "other"
