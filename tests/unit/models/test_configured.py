"""The settings of a brain or a call reach a model that can take them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from graphmem.models.configured import configured
from graphmem.settings import Settings

SERVICE = Settings(_env_file=None)  # type: ignore[call-arg]


class Adaptable:
    def __init__(self, changes: Mapping[str, Any] | None = None) -> None:
        self.changes = changes

    def configured(self, changes: Mapping[str, Any]) -> Adaptable:
        return Adaptable(changes)


def test_only_differences_reach_the_model() -> None:
    wanted = SERVICE.with_overrides(model="gpt-4o", extraction="staged", min_confidence=0.1)
    assert configured(Adaptable(), SERVICE, wanted).changes == {"model": "gpt-4o", "extraction": "staged"}


def test_equal_settings_leave_the_model_as_it_is() -> None:
    model = Adaptable()
    assert configured(model, SERVICE, SERVICE) is model
    assert configured(model, SERVICE, SERVICE.with_overrides(port=9)) is model


def test_a_model_made_by_hand_keeps_its_own_settings() -> None:
    model = Adaptable()
    assert configured(model, None, SERVICE.with_overrides(model="gpt-4o")) is model


def test_a_model_that_cannot_be_configured_stays() -> None:
    model = object()
    assert configured(model, SERVICE, SERVICE.with_overrides(model="gpt-4o")) is model
