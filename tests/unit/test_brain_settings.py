"""The settings of a brain lie between those of the service and those of a call."""

from __future__ import annotations

from typing import Any

import pytest

from graphmem.brain_settings import DEFAULTS, OF_A_BRAIN, OF_A_CALL, OF_UPKEEP, effective, folds, layered, read_settings
from graphmem.settings import Settings
from graphmem_contract.errors import InvalidInput
from graphmem_contract.settings import BrainSettings

SERVICE = Settings(_env_file=None, model="service", models={"judge": "large", "summary": "tiny"})  # type: ignore[call-arg]


def test_a_call_comes_before_the_brain_and_the_brain_before_the_service() -> None:
    brain = BrainSettings(model="brain", language="pt")
    settings = layered(SERVICE, brain, {"model": "call"})
    assert (settings.model, settings.language, settings.mode) == ("call", "pt", "semantic")
    assert layered(SERVICE, brain, {}).model == "brain"
    assert layered(SERVICE, DEFAULTS, {}) is SERVICE


def test_models_of_a_stage_are_joined_over_the_levels() -> None:
    brain = BrainSettings(models={"claims": "medium"})
    assert layered(SERVICE, brain, {"models": {"judge": "small"}}).models == {
        "judge": "small", "claims": "medium", "summary": "tiny",
    }  # fmt: skip


def test_an_effective_setting_says_who_sets_it() -> None:
    found = effective(SERVICE, BrainSettings(language="pt", models={"claims": "medium"}))
    told = {name: (found[name].value, found[name].set_by) for name in ("model", "language", "mode", "models")}
    assert told == {
        "model": ("service", "service"), "language": ("pt", "brain"), "mode": ("semantic", "default"),
        "models": ({"judge": "large", "claims": "medium", "summary": "tiny"}, "brain"),
    }  # fmt: skip
    assert found.keys() == BrainSettings.model_fields.keys()


@pytest.mark.parametrize("overrides", [{"fuzzy_threshold": 7}, {"models": {"dreams": "m"}}, {"time_zone": "Mars"}])
def test_an_unusable_override_is_refused(overrides: dict[str, Any]) -> None:
    with pytest.raises(InvalidInput):
        layered(SERVICE, DEFAULTS, overrides)


def test_null_is_no_change() -> None:
    assert BrainSettings.checked({"model": None, "associations": 0}).changes == {"associations": 0}


@pytest.mark.parametrize("fields", [{"port": 80}, {"associations": -1}, {"mode": "dreaming"}])
def test_unusable_settings_are_refused_with_their_field(fields: dict[str, Any]) -> None:
    with pytest.raises(InvalidInput) as caught:
        BrainSettings.checked(fields)
    assert caught.value.field == next(iter(fields))


def test_an_unusable_stored_setting_warns_and_the_rest_counts() -> None:
    settings, warnings = read_settings('{"model": "m", "mode": "dreaming", "port": 80}')
    assert settings.changes == {"model": "m"}
    assert [w.split("setting ")[1][:6] for w in warnings] == ["'mode'", "'port'"]


@pytest.mark.parametrize("stored", ["{", "[]", '"text"', "null"])
def test_settings_that_cannot_be_read_follow_the_service(stored: str) -> None:
    settings, warnings = read_settings(stored)
    assert settings == DEFAULTS
    assert len(warnings) == 1


def test_nothing_stored_is_nothing_to_warn_of() -> None:
    assert read_settings(None) == (DEFAULTS, ())


def test_what_a_call_may_name_is_what_a_brain_may_set_but_what_binds_it() -> None:
    assert (
        set(BrainSettings.model_fields)
        - {"model_calls_per_day", "tokens_per_day", "pii", "emotional_trends", "forget_requests"}
        == OF_A_CALL
    )
    assert not (OF_A_BRAIN | OF_UPKEEP) & OF_A_CALL
    assert set(Settings.model_fields) >= set(BrainSettings.model_fields)


@pytest.mark.parametrize(("language", "ignores"), [("English", False), (" en-GB", False), ("pt", True), (None, None)])
def test_accents_are_ignored_outside_english(language: str | None, ignores: bool | None) -> None:
    assert folds(language) is ignores
