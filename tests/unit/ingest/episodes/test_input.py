"""What happens to an episode after it is stored, and which settings count for it."""

from __future__ import annotations

from typing import Any

import pytest

from graphmem.ingest.episodes.input import EpisodeInput
from graphmem_contract.records import SuppliedExtraction
from graphmem_contract.settings import BrainSettings
from tests.unit.ingest.building import MOMENT
from tests.unit.ingest.claim_building import settings


def episode(**more: Any) -> EpisodeInput:
    return EpisodeInput("b", "e", "Hello", MOMENT, more.pop("settings", settings()), **more)


def test_a_turn_is_searched_with_its_speaker() -> None:
    assert episode(speaker="Ana").turn == "Ana: Hello"
    assert episode().turn == "Hello"


@pytest.mark.parametrize(
    ("given", "course"),
    [
        (episode(), "extract"),
        (episode(skip_extraction=True, extraction=SuppliedExtraction()), "keep"),
        (episode(extraction=SuppliedExtraction(), settings=settings(mode="raw")), "extract"),
        (episode(extraction=SuppliedExtraction(), settings=settings(auto_extract=False)), "extract"),
        (episode(settings=settings(auto_extract=False)), "keep"),
        (episode(settings=settings(mode="raw")), "keep"),
        (episode(settings=settings(mode="hybrid")), "extract"),
        (episode(session_id="s", settings=settings(extraction_threshold=2)), "wait"),
        (episode(session_id="s", settings=settings(extraction_threshold=1)), "extract"),
        (episode(settings=settings(extraction_threshold=2)), "extract"),
    ],
    ids=[
        "default",
        "skipped",
        "supplied, raw",
        "supplied, not automatic",
        "not automatic",
        "raw",
        "hybrid",
        "a session that waits",
        "a session that does not wait",
        "no session",
    ],
)
def test_the_course_of_an_episode(given: EpisodeInput, course: str) -> None:
    assert given.course == course


def test_a_call_goes_before_the_brain_and_the_brain_before_the_service() -> None:
    service = settings(chunk_chars=700, stability_boost=0.3)
    given = episode(settings=service, service=service, overrides={"chunk_chars": 900})
    inside, warnings = given.in_brain('{"chunk_chars": 800, "stability_boost": 0.2}')
    assert (inside.settings.chunk_chars, inside.settings.stability_boost, warnings) == (900, 0.2, ())


def test_settings_of_a_brain_lie_over_those_of_the_service_or_without_one_over_its_own() -> None:
    service = settings(chunk_chars=700, stability_boost=0.3)
    changed = episode(settings=settings(chunk_chars=900), service=service).in_brain('{"stability_boost": 0.2}')[0]
    assert (changed.settings.chunk_chars, changed.settings.stability_boost) == (700, 0.2)
    alone = episode(settings=settings(chunk_chars=900)).in_brain('{"stability_boost": 0.2}')[0]
    assert (alone.settings.chunk_chars, alone.settings.stability_boost) == (900, 0.2)


def test_a_brain_without_settings_changes_nothing() -> None:
    given = episode()
    assert given.in_brain(None)[0] is given
    assert given.under(BrainSettings()) is given


def test_settings_of_a_brain_that_are_not_usable_give_a_warning() -> None:
    inside, warnings = episode().in_brain('{"chunk_chars": "many"}')
    assert len(warnings) == 1
    assert inside.settings.chunk_chars == settings().chunk_chars


def test_an_episode_sounds_memorable_by_its_content_and_role() -> None:
    assert EpisodeInput("b", "e", "I prefer tea", MOMENT, settings()).is_signal
    assert not EpisodeInput("b", "e", "I prefer tea", MOMENT, settings(), role="system").is_signal
