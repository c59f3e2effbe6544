"""The body of an episode: what is refused, and what the pipeline gets of it."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from graphmem.ingest.episodes.request import episode_input, replayed_input
from graphmem.ingest.episodes.rows import episode_row
from graphmem_contract.errors import InvalidInput, TooLarge
from graphmem_contract.records import Message, SuppliedExtraction
from graphmem_contract.requests import EpisodeRequest
from tests.unit.ingest.building import MOMENT
from tests.unit.ingest.claim_building import settings


def request(content: str | None = "Hello", **fields: Any) -> EpisodeRequest:
    return EpisodeRequest.checked(content=content, **fields)


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"content": "x", "messages": [{"content": "y"}]}, "send either content or messages, not both"),
        ({"content": None}, "send content or messages"),
        ({"content": "x", "speaker": " "}, "speaker must not be blank"),
    ],
)
def test_a_body_that_contradicts_itself_is_refused(fields: dict[str, Any], message: str) -> None:
    with pytest.raises(InvalidInput, match=message):
        EpisodeRequest.checked(**fields)


def test_a_chat_is_one_text_without_its_blank_turns() -> None:
    turns = (Message(content="Hello", name="Ana"), Message(content=" "), Message(content="Hi"))
    assert request(None, messages=turns).text == "Ana: Hello\nuser: Hi"


def test_blank_content_is_nothing_to_remember() -> None:
    assert request(" \n").is_blank
    assert request(None, messages=(Message(content=" "),)).is_blank
    assert not request("x").is_blank


def test_it_was_said_when_the_caller_says_else_at_its_latest_turn_else_now() -> None:
    turns = tuple(Message(content="x", time=MOMENT + timedelta(days=n)) for n in (1, 3, 2))
    assert request(None, messages=turns).said_at == MOMENT + timedelta(days=3)
    assert request(None, messages=turns, occurred_at=MOMENT).said_at == MOMENT
    before = datetime.now(UTC)
    assert before <= request().said_at <= datetime.now(UTC)


def test_the_digest_tells_bodies_apart_and_not_the_order_of_their_fields() -> None:
    one, same = request("x", role="user", kind="note"), EpisodeRequest(kind="note", role="user", content="x")
    assert one.digest() == same.digest()
    assert one.digest() != request("x", role="user").digest()
    assert request("x").digest() != request("x", wait=True).digest(), "a default that was sent is another body"


def test_half_a_surrogate_pair_is_refused_and_still_has_a_digest() -> None:
    broken = request("a\ud83d")
    assert broken.digest()
    with pytest.raises(InvalidInput, match="half a surrogate pair"):
        episode_input(broken, "b", settings())


def test_content_up_to_the_limit_is_taken() -> None:
    limit = settings(max_content_chars=1000)
    assert episode_input(request("x" * 1000), "b", limit)[0].content == "x" * 1000
    with pytest.raises(TooLarge, match="1001 characters; 1000 is the limit"):
        episode_input(request("x" * 1001), "b", limit)


def test_a_blank_idempotency_key_is_refused() -> None:
    with pytest.raises(InvalidInput, match="must not be blank"):
        episode_input(request(), "b", settings(), " ")
    assert episode_input(request(), "b", settings(), "k")[0].body_hash == request().digest()
    assert episode_input(request(), "b", settings())[0].body_hash is None


def test_overrides_of_a_call_count_and_others_give_a_warning() -> None:
    overrides = {"chunk_chars": 900, "neo4j_uri": "x", "colour": "red"}
    episode, warnings = episode_input(request(config_overrides=overrides), "b", settings())
    assert (episode.settings.chunk_chars, episode.overrides) == (900, {"chunk_chars": 900})
    assert warnings == (
        "config_overrides: there is no setting 'colour'",
        "config_overrides: 'neo4j_uri' belongs to the service, not to a call",
    )


def test_an_override_of_the_wrong_type_is_refused() -> None:
    with pytest.raises(InvalidInput):
        episode_input(request(config_overrides={"chunk_chars": "many"}), "b", settings())


@pytest.mark.parametrize(
    "overrides",
    [{"extraction_timeout_sec": "60"}, {"extraction_timeout_sec": True}, {"auto_extract": "yes"}, {"auto_extract": 1},
     {"chunk_chars": "900"}, {"associations": True}, {"fuzzy_threshold": "0.5"}, {"model": 7}],
)  # fmt: skip
def test_an_override_is_never_converted_from_another_type(overrides: dict[str, Any]) -> None:
    (name,) = overrides
    with pytest.raises(InvalidInput) as refused:
        episode_input(request(config_overrides=overrides), "b", settings())
    assert refused.value.field == name


def test_a_whole_number_is_a_number() -> None:
    episode, warnings = episode_input(request(config_overrides={"extraction_timeout_sec": 60}), "b", settings())
    assert (episode.settings.extraction_timeout_sec, warnings) == (60.0, ())


def test_an_override_that_only_a_recall_reads_gives_a_warning() -> None:
    _, warnings = episode_input(request(config_overrides={"min_confidence": 0.9}), "b", settings())
    assert warnings == ("config_overrides: 'min_confidence' has no effect on an episode; send it with a recall",)


def test_a_judge_is_asked_about_extracted_facts_and_on_request_about_supplied_ones() -> None:
    def may_ask(**options: Any) -> bool:
        return episode_input(request(**options), "b", settings())[0].may_ask_judge

    given: dict[str, Any] = {"extraction": {"facts": []}}
    assert (may_ask(), may_ask(**given), may_ask(**given, judge=True)) == (True, False, True)


def test_the_speaker_is_stripped() -> None:
    assert episode_input(request(speaker=" Ana "), "b", settings())[0].speaker == "Ana"


def test_an_episode_comes_back_from_the_graph_with_the_options_it_came_with() -> None:
    extraction = SuppliedExtraction.model_validate(
        {"facts": [{"subject": "Ana", "relation": "likes", "object": "tea", "valid_from": None}]}
    )
    sent = request(
        "Hello",
        speaker="Ana",
        recent_messages=("before",),
        extraction=extraction,
        resolve="exact",
        valid_from_override=MOMENT,
        config_overrides={"chunk_chars": 900},
    )
    first, _ = episode_input(sent, "b", settings())
    stored = episode_row(first, "pending")
    props = stored["props"]
    row = {
        "id": first.episode_id, "content": props["content"], "occurredAt": first.occurred_at, "kind": props["kind"],
        "role": None, "source": None, "speaker": props["speaker"], "sessionId": None, "request": props["request"],
        "recordedAt": MOMENT, "previous": ["nearest"], "status": "pending",
    }  # fmt: skip
    again, found = replayed_input("b", row, settings())
    for name in ("content", "speaker", "recent_messages", "resolve", "valid_from_override", "overrides", "extraction"):
        assert getattr(again, name) == getattr(first, name), name
    assert again.extraction is not None
    assert again.extraction.facts[0].starts_given, "a null that was sent stays sent"
    assert again.settings.chunk_chars == 900
    assert (found.previous, found.replayed) == (("nearest",), False)


def test_an_override_that_no_longer_exists_is_left_out_of_a_replay() -> None:
    kept = json.dumps({"config_overrides": {"chunk_chars": 900, "gone": 1}})
    row = dict.fromkeys(("role", "source", "speaker", "sessionId"), None)
    row |= {"id": "e", "content": "x", "occurredAt": MOMENT, "kind": "message", "request": kept, "recordedAt": MOMENT}
    again, _ = replayed_input("b", {**row, "previous": [], "status": "pending"}, settings())
    assert again.overrides == {"chunk_chars": 900}
