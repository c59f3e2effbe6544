"""The rows in which an episode is stored and found again."""

from __future__ import annotations

import json
from typing import Any

import pytest

from graphmem.graph.row_mapping import entries
from graphmem.ingest.episodes.chunks import Piece
from graphmem.ingest.episodes.input import EpisodeInput
from graphmem.ingest.episodes.pieces import chunk_rows, searched_pieces
from graphmem.ingest.episodes.rows import episode_row, stored_of
from graphmem_contract.errors import IdempotencyMismatch
from graphmem_contract.records import Message, SuppliedExtraction
from tests.unit.ingest.building import MOMENT
from tests.unit.ingest.claim_building import settings


def episode(**more: Any) -> EpisodeInput:
    given = {"content": "Hello", "settings": settings(), **more}
    return EpisodeInput(brain="b", episode_id="e", occurred_at=MOMENT, **given)


def row(**more: Any) -> dict[str, Any]:
    found = {"id": "e", "recordedAt": MOMENT, "previous": ["nearest"], "replayed": False, "status": "pending"}
    return {**found, "bodyHash": "h", "result": None, "settings": None, "late": False, **more}


def test_a_key_that_came_with_another_body_is_refused() -> None:
    with pytest.raises(IdempotencyMismatch):
        stored_of(episode(body_hash="other"), row(replayed=True))
    assert stored_of(episode(body_hash="h"), row(replayed=True)).replayed
    assert not stored_of(episode(body_hash="other"), row()).replayed


def test_the_answer_of_a_repeated_request_is_the_first_one() -> None:
    result = json.dumps({"episode_id": "e", "status": "extracted", "brain": "b", "revision": 7})
    assert stored_of(episode(body_hash="h"), row(replayed=True)).answer is None
    assert stored_of(episode(), row(result=result)).answer is None, "a new episode has no answer yet"


def test_only_a_new_episode_is_late() -> None:
    assert stored_of(episode(), row(late=True)).late
    assert not stored_of(episode(body_hash="h"), row(late=True, replayed=True)).late


def test_an_entry_of_the_metadata_is_compared_with_sorted_keys() -> None:
    assert entries({"b": {"y": 1, "x": "é"}, "a": None}) == ['"b": {"x": "é", "y": 1}', '"a": null']


def test_properties_without_a_value_are_not_stored() -> None:
    props = episode_row(episode(speaker="Ana"), "pending")["props"]
    assert (props["speaker"], props["status"]) == ("Ana", "pending")
    assert {"role", "source", "speakers", "roles", "metadataEntries", "sessionId"}.isdisjoint(props)


def test_the_speakers_of_a_chat_are_stored_in_lower_case_once_each() -> None:
    names = ("Bruno", " ana", "Ana ", None)
    messages = tuple(Message(role="user", content="x", name=name) for name in names)
    props = episode_row(episode(messages=messages), "pending")["props"]
    assert (props["speakers"], props["roles"]) == (["ana", "bruno"], ["user"])


def test_an_episode_that_is_taken_at_once_has_a_lease_and_an_attempt() -> None:
    taken = episode_row(episode(lease="l", settings=settings(lease_sec=1.5)), "extracting")
    assert (taken["lease"], taken["leaseMs"], taken["props"]["attempts"]) == ("l", 1500, 1)
    waiting = episode_row(episode(), "pending")
    assert (waiting["lease"], waiting["leaseMs"], waiting["props"]["attempts"]) == (None, 0, 0)


def test_only_a_supplied_extraction_with_a_lease_is_done_soon() -> None:
    supplied = SuppliedExtraction()
    given = [{"lease": "l", "extraction": supplied}, {"lease": "l"}, {"extraction": supplied}, {}]
    assert [episode_row(episode(**more), "extracting")["soon"] for more in given] == [True, False, False, False]


def test_the_turn_and_its_date_are_stored_for_the_search() -> None:
    stored = episode_row(episode(speaker="Ana"), "pending")
    assert (stored["turn"], stored["dated"]) == ("Ana: Hello", "1 May 2024")


def test_an_extracted_text_is_searched_by_chunks_and_a_verbatim_one_by_turns() -> None:
    lines = "Hello\nGoodbye"
    assert searched_pieces(episode(content=lines)) == []
    verbatim = searched_pieces(episode(content=lines, settings=settings(mode="raw")))
    assert [piece.content for piece in verbatim] == ["Hello", "Goodbye"]


def test_a_piece_is_numbered_and_keeps_what_fades_only_if_it_is_a_turn() -> None:
    pieces = [Piece("a", "P: a", "a", "ctx"), Piece("b", "P: b", "b")]
    first, second = chunk_rows(episode(settings=settings(mode="raw")), pieces, {"P: a": [1.0], "ctx": [2.0]})
    assert (first["id"], second["id"]) == ("e#0", "e#1")
    assert (first["vector"] is None, first["contextVector"] is None) == (False, False)
    assert (second["vector"], second["contextVector"]) == (None, None), "found by its words alone"
    assert (first["props"]["importance"], first["props"]["stability"]) == (0.5, 0.2)
    assert "stability" not in chunk_rows(episode(), pieces, {})[0]["props"]
