"""Unusable input never breaks the server: every invalid value is a 4xx that names its field."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings, strategies as st

from tests.api.conftest import Api, assert_problem

DEEP: dict[str, Any] = {}
for _ in range(80):
    DEEP = {"a": DEEP}

JSON = {"Content-Type": "application/json"}


async def raw(api: Api, path: str, body: bytes) -> Any:
    return await api.client.post(api.at(path), content=body, headers=JSON)


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({}, "body"),
        ({"content": "x", "messages": [{"content": "y"}]}, "body"),
        ({"content": 5}, "content"),
        ({"content": "x", "colour": "red"}, "colour"),
        ({"content": "a\0b"}, "content"),
        ({"content": "x", "speaker": " "}, "body"),
        ({"content": "x", "speaker": "A\0"}, "speaker"),
        ({"content": "x", "occurred_at": "2026-02-30"}, "occurred_at"),
        ({"content": "x", "occurred_at": "next week"}, "occurred_at"),
        ({"content": "x", "occurred_at": 1750000000}, "occurred_at"),
        ({"content": "x", "valid_from_override": "2026-06-31T00:00:00Z"}, "valid_from_override"),
        ({"content": "x", "metadata": [1]}, "metadata"),
        ({"content": "x", "metadata": {"a": {"b": "\0"}}}, "metadata.a.b"),
        ({"content": "x", "tags": "work"}, "tags"),
        ({"content": "x", "resolve": "guess"}, "resolve"),
        ({"content": "x", "wait": "perhaps"}, "wait"),
        ({"messages": [{"role": "user"}]}, "messages.0"),
        ({"content": "x", "extraction": {"facts": [{"subject": "Ana"}]}}, "extraction.facts.0.relation"),
        ({"content": "x", "extraction": {"entities": [{"name": ""}]}}, "extraction.entities.0.name"),
        ({"content": "x", "config_overrides": {"fuzzy_threshold": "high"}}, "fuzzy_threshold"),
    ],
)
async def test_unusable_episodes_are_refused_and_nothing_is_stored(api: Api, body: Any, field: str) -> None:
    problem = (await api.post("/episodes", body)).json()
    assert problem["status"] == 422, problem
    assert_problem(await api.post("/episodes", body), 422, "invalid_input", problem["field"])
    assert problem["field"].endswith(field)
    assert_problem(await api.get(""), 404, "not_found")


@pytest.mark.parametrize(
    ("more", "field"),
    [
        ({"subject": ""}, "subject"),
        ({"object": None}, "object"),
        ({"valid_from": "2026-01-02", "valid_until": "2026-01-01"}, "body"),
        ({"valid_from": "2026-02-29"}, "valid_from"),
        ({"valid_until": "9999-99-99"}, "valid_until"),
        ({"confidence": 2}, "confidence"),
        ({"confidence": "sure"}, "confidence"),
        ({"category": "taste"}, "category"),
        ({"action": "denies"}, "action"),
        ({"evidence": "f1"}, "evidence"),
        ({"text": "a\0"}, "text"),
        ({"origin": "extracted"}, "origin"),
    ],
)
async def test_unusable_facts_are_refused(api: Api, more: dict[str, Any], field: str) -> None:
    body = {"subject": "Ana", "relation": "likes", "object": "tea", **more}
    assert_problem(await api.post("/facts", body), 422, "invalid_input", field)
    assert_problem(await api.get(""), 404, "not_found")


@pytest.mark.parametrize(
    ("path", "query", "field"),
    [
        ("/facts", {"limit": 0}, "limit"),
        ("/facts", {"limit": 1001}, "limit"),
        ("/facts", {"limit": "9" * 40}, "limit"),
        ("/facts", {"valid_at": "yesterday"}, "valid_at"),
        ("/facts", {"known_at": "2026-02-30T00:00:00Z"}, "known_at"),
        ("/facts", {"min_confidence": "nan"}, "min_confidence"),
        ("/facts", {"category": "taste"}, "category"),
        ("/facts", {"cursor": "nonsense"}, "cursor"),
        ("/facts", {"subjekt": "Ana"}, "subjekt"),
        ("/facts", {"subject": "A\0"}, "subject"),
        ("/facts/x", {"verbose": "true"}, "verbose"),
        ("/episodes", {"status": "lost"}, "status"),
        ("/episodes", {"cursor": "WzEsMl0"}, "cursor"),
        ("/entities", {"limit": -1}, "limit"),
        ("/entities", {"cursor": "%"}, "cursor"),
        ("/entities/Ana/neighbours", {"hops": 99}, "hops"),
        ("/entities/Ana/neighbours", {"direction": "up"}, "direction"),
        ("/stats", {"fresh": "1"}, "fresh"),
        ("/ontology", {"x": "1"}, "x"),
        ("", {"x": "1"}, "x"),
    ],
)
async def test_unusable_queries_are_refused(api: Api, path: str, query: dict[str, Any], field: str) -> None:
    assert_problem(await api.get(path, **query), 422, "invalid_input", field)


@pytest.mark.parametrize("name", ["two words", "a:b", "Zoë", "x" * 129, "a\0", "%"])
async def test_a_brain_has_a_plain_name(api: Api, name: str) -> None:
    for path in ("", "/facts", "/stats"):
        answer = await api.client.get(f"/v1/brains/{name.replace('%', '%25').replace(chr(0), '%00')}{path}")
        assert_problem(answer, 422, "invalid_input", "brain")


async def test_every_allowed_letter_makes_a_brain(api: Api) -> None:
    assert (await api.client.get(f"/v1/brains/{'A.z_0~@-'}/stats")).status_code == 200
    assert (await api.client.get(f"/v1/brains/{'x' * 128}/stats")).status_code == 200


async def test_half_a_surrogate_pair_is_no_text(api: Api) -> None:
    answer = await raw(api, "/episodes", rb'{"content": "\ud83d"}')
    assert_problem(answer, 422, "invalid_input", "content")
    answer = await raw(api, "/facts", rb'{"subject": "Ana", "relation": "likes", "object": "\udc00"}')
    assert_problem(answer, 422, "invalid_input", "object")
    whole = await raw(api, "/episodes", rb'{"content": "\ud83d\ude00"}')
    assert whole.status_code == 201


async def test_what_is_no_json_is_refused(api: Api) -> None:
    for body in (b"{", b"content=x", b"\xff\xfe\xfd", b"{'a': 1}"):
        assert_problem(await raw(api, "/episodes", body), 400, "bad_request")
    for body, field in (
        (b"[]", "body"),
        (b'"text"', "body"),
        (b"null", "body"),
        (b"", "body"),
        (b'{"content": "x", "metadata": {"n": NaN}}', "metadata.n"),
        (b'{"content": "x", "metadata": {"n": 1' + b"0" * 5000 + b"}}", "body"),
        (b"[" * 100_000, "body"),
    ):
        assert_problem(await raw(api, "/episodes", body), 422, "invalid_input", field)


async def test_too_deep_a_nesting_is_refused(api: Api) -> None:
    answer = await api.post("/episodes", {"content": "x", "metadata": DEEP})
    problem = assert_problem(answer, 422, "invalid_input", answer.json()["field"])
    assert problem["field"].startswith("metadata.a")


async def test_dates_beyond_the_calendar_are_refused(api: Api) -> None:
    for date in ("0001-01-01T00:00:00+14:00", "9999-12-31T23:59:59-14:00", "10000-01-01", "-0001-01-01"):
        for answer in (
            await api.post("/episodes", {"content": "x", "occurred_at": date}),
            await api.get("/facts", valid_at=date),
        ):
            assert (answer.status_code, answer.json()["code"]) == (422, "invalid_input"), date


async def test_too_long_a_content_is_told_by_its_size(api: Api) -> None:
    assert_problem(await api.post("/episodes", {"content": "x" * 200_001}), 413, "too_large", "content")
    assert_problem(await api.get(""), 404, "not_found")


async def test_too_large_a_body_is_not_read(api: Api) -> None:
    body = b'{"content": "' + b"x" * (9 * 1024 * 1024) + b'"}'

    async def pieces() -> Any:
        yield body

    assert_problem(await raw(api, "/episodes", body), 413, "too_large", "body")
    streamed = await api.client.post(api.at("/episodes"), content=pieces(), headers=JSON)
    assert_problem(streamed, 413, "too_large", "body")


_text = st.one_of(st.text(max_size=8), st.sampled_from(["Ana", "2026-02-30", "2025-01-01", "0001-01-01", "one", "\0"]))
_value = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(), st.floats(allow_nan=False, allow_infinity=False), _text),
    lambda inner: st.one_of(st.lists(inner, max_size=2), st.dictionaries(_text, inner, max_size=2)),
    max_leaves=4,
)
_episode_fields = ("speaker", "session_id", "occurred_at", "metadata", "tags", "kind", "external_id", "extraction",
                   "resolve", "config_overrides", "valid_from_override", "messages", "recent_messages")  # fmt: skip
_fact_fields = ("subject", "relation", "object", "valid_from", "valid_until", "confidence", "evidence", "evidence_ids",
                "cardinality", "episode_ids", "kind", "text", "object_is_entity")  # fmt: skip
_names = st.sampled_from(_fact_fields)


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(more=st.dictionaries(st.sampled_from(_episode_fields), _value, max_size=3))
async def test_no_episode_breaks_the_server(api: Api, more: dict[str, Any]) -> None:
    answer = await api.post("/episodes", {"content": "x", "dry_run": True, **more})
    assert answer.status_code < 500, (more, answer.text)


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(more=st.dictionaries(_names, _value, max_size=3))
async def test_no_fact_breaks_the_server(api: Api, more: dict[str, Any]) -> None:
    answer = await api.post("/facts", {"subject": "Ana", "relation": "likes", "object": "tea", **more})
    assert answer.status_code < 500, (more, answer.text)


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(query=st.dictionaries(st.sampled_from(["subject", "relation", "object", "valid_at", "cursor", "limit"]), _text))
async def test_no_query_breaks_the_server(api: Api, query: dict[str, str]) -> None:
    answer = await api.get("/facts", **query)
    assert answer.status_code < 500, (query, answer.text)
