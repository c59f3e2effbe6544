"""The entities that the wordings of a batch mean."""

from __future__ import annotations

from graphmem.ingest.resolution.resolved import Resolved
from tests.unit.ingest.building import entity
from tests.unit.ingest.claim_building import source

ANA, BROTHER = entity("Ana"), entity("Ana's brother")
RESOLVED = Resolved({"ana": (ANA, entity("another")), "ana_s_brother": (BROTHER,), "aninha": (ANA,)}, (), {})


def test_a_wording_means_the_first_entity_of_its_name() -> None:
    assert RESOLVED.end("ANA", source()) is ANA
    assert RESOLVED.end("Aninha", source()) is ANA
    assert RESOLVED.end("Vera", source()) is None


def test_a_pronoun_means_the_speaker() -> None:
    assert RESOLVED.end("I", source(speaker="Ana")) is ANA
    assert RESOLVED.end("I", source()) is None


def test_a_relationship_means_the_speakers_relative_or_the_speaker() -> None:
    assert RESOLVED.end("my brother", source(speaker="Ana")) is BROTHER
    speaker = Resolved(RESOLVED.ends, (), {}, "speaker")
    assert speaker.end("my brother", source(speaker="Ana")) is ANA


def test_a_wording_that_means_nobody_else_is_looked_up_as_it_is_written() -> None:
    vera = entity("Vera")
    written = Resolved({"my_brother": (vera,)}, (), {})
    assert written.end("my brother", source(speaker="Ana")) is vera


def test_every_entity_is_listed_once_in_the_order_in_which_it_was_met() -> None:
    assert [end.id for end in RESOLVED.entities] == ["Ana", "another", "Ana's brother"]
