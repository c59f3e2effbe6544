"""Correcting a fact: what counts as a change, whom the corrected object means, and why it is refused."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest

from graphmem.curation.correct import correct
from graphmem.models.hash_embedder import HashEmbedder
from graphmem_contract.changes import Changes, Correction
from graphmem_contract.errors import ConflictError, InvalidInput, SupersededBy
from tests.unit.curation.settling import NOW, graph
from tests.unit.fake_graph import FakeGraph
from tests.unit.settling.groups import Groups, said_row

START = datetime(2023, 1, 1, tzinfo=UTC)
SOONER = datetime(2023, 6, 1, tzinfo=UTC)
LATER = datetime(2024, 1, 1, tzinfo=UTC)
PAIR = {"subjectId": "ana", "relation": "works_at", "objectId": "globex"}
WRITTEN = [{"found": True, "start": None, "end": None, "made": [], "pairs": [PAIR]}]


def fact(**fields: Any) -> dict[str, Any]:
    return {
        "factId": "f", "subject": "Ana", "subjectId": "ana", "relation": "works_at", "object": "Acme", "objectId": "acme",
        "isEntity": True, "factText": "Ana works at Acme", "tValid": START, "tInvalid": None, "tValidPrecision": "day",
        "recordedAt": NOW, "expiredAt": None, "expiredReason": None, "expiredBy": None, "confidence": 0.8, "importance": 0.5,
        "category": "semantic", "kind": "state", "origin": "extracted", "episodeIds": ["e"], "evidence": [],
        "closedBy": None, "closedReason": None, "supersedes": None, **fields,
    }  # fmt: skip


def entity(id_: str, name: str, type_: str = "organization") -> dict[str, Any]:
    return {
        "id": id_, "key": f"{type_}:{id_}", "name": name, "type": type_, "aliases": [], "externalId": None, "summary": None,
        "properties": None, "firstSeenAt": START, "lastSeenAt": START, "factCount": 1, "mergedInto": None,
    }  # fmt: skip


def named(id_: str, name: str, *, guessed: bool = False, how: int = 2) -> dict[str, Any]:
    return {"i": 0, "how": how, "guessed": guessed, "entity": entity(id_, name)}


KNOWN = {row["id"]: row for row in (entity("acme", "Acme"), entity("globex", "Globex"), entity("ana", "Ana", "person"))}


def corrected(*matches: dict[str, Any], **answers: Any) -> FakeGraph:
    """A graph with one fact, in which `matches` are the entities that the corrected object may mean."""
    return graph(
        **{
            "explore__fact": [{"row": fact()}],
            "explore__entity": lambda asked: [{"entity": KNOWN[asked["ref"]]}],
            "entities__find": list(matches),
            "procedures__correct": WRITTEN,
            **answers,
        }
    )


async def change_fact(store: FakeGraph, **right: Any) -> Changes:
    embedder = HashEmbedder(16)
    return await correct(store, embedder, "brain", "f", Correction(**right))  # type: ignore[arg-type]


def sent(store: FakeGraph) -> dict[str, Any]:
    (call,) = store.parameters["procedures/correct"]
    return dict(call)


# --------------------------------------------------------------------------- what is no change


async def test_a_reason_alone_corrects_nothing_and_reads_nothing() -> None:
    store = corrected()
    with pytest.raises(InvalidInput, match="object, relation, valid_from, valid_until or text"):
        await change_fact(store, reason="a slip")
    assert not store.calls


@pytest.mark.parametrize(
    "right",
    [
        {"relation": "works at"},
        {"text": "Ana works at Acme"},
        {"valid_until": None},
        {"relation": "worksAt", "valid_until": None, "text": "Ana works at Acme"},
    ],
)
async def test_values_that_the_fact_has_already_are_refused(right: dict[str, Any]) -> None:
    store = corrected()
    with pytest.raises(InvalidInput, match="already"):
        await change_fact(store, **right)
    assert store.calls["procedures/correct"] == 0


async def test_the_same_object_is_no_change() -> None:
    with pytest.raises(InvalidInput, match="already"):
        await change_fact(corrected(named("acme", "Acme")), object="acme")


async def test_a_value_in_another_case_is_no_change() -> None:
    store = corrected(explore__fact=[{"row": fact(isEntity=False, object="Green Tea")}])
    with pytest.raises(InvalidInput, match="already"):
        await change_fact(store, object="green  tea")


@pytest.mark.parametrize(("precision", "is_change"), [("day", True), ("instant", False), (None, False)])
async def test_the_same_start_is_a_change_where_the_fact_is_dated_less_exactly(
    precision: str | None, is_change: bool
) -> None:
    store = corrected(explore__fact=[{"row": fact(tValidPrecision=precision)}])
    if is_change:
        await change_fact(store, valid_from=START)
        assert sent(store)["from"] == {"at": START, "precision": "instant"}
    else:
        with pytest.raises(InvalidInput, match="already"):
            await change_fact(store, valid_from=START)


# --------------------------------------------------------------------------- what is sent


async def test_what_is_not_given_is_not_sent() -> None:
    store = corrected()
    await change_fact(store, text="Ana is employed by Acme")
    call = sent(store)
    assert (call["object"], call["relation"], call["from"], call["until"]) == (None, None, None, None)
    assert call["text"] == "Ana is employed by Acme"


async def test_since_always_is_sent_as_an_open_start() -> None:
    store = corrected()
    await change_fact(store, valid_from=None)
    assert sent(store)["from"] == {"at": None, "precision": None}


async def test_a_new_sentence_is_made_of_the_corrected_parts() -> None:
    store = corrected()
    await change_fact(store, relation="consults_for", object="Initech")
    assert sent(store)["text"] == "Ana consults for Initech"


async def test_a_known_entity_becomes_the_object() -> None:
    store = corrected(named("globex", "Globex"))
    await change_fact(store, object="globex")
    object_ = sent(store)["object"]
    assert (object_["key"], object_["isEntity"], object_["create"]) == ("organization:globex", True, {})
    assert object_["vector"] is not None


async def test_an_unknown_object_becomes_an_entity_of_the_same_type_where_one_stood() -> None:
    store = corrected()
    await change_fact(store, object=" Initech ")
    object_ = sent(store)["object"]
    assert (object_["key"], object_["create"]["name"]) == ("organization:initech", "Initech")


async def test_an_unknown_object_stays_a_value_where_one_stood() -> None:
    store = corrected(explore__fact=[{"row": fact(isEntity=False, object="tea")}])
    await change_fact(store, object="coffee")
    object_ = sent(store)["object"]
    assert (object_["isEntity"], object_["create"]["text"]) == (False, "coffee")


async def test_an_own_name_goes_before_an_alias_and_an_alias_before_a_guess() -> None:
    store = corrected(named("acme", "Acme Group"), named("globex", "Globex"))
    await change_fact(store, object="Globex")
    assert sent(store)["object"]["key"] == "organization:globex"
    store = corrected(named("acme", "Globex", guessed=True), named("globex", "Globex Inc"))
    await change_fact(store, object="Globex")
    assert sent(store)["object"]["key"] == "organization:globex"


async def test_a_name_of_several_is_refused() -> None:
    store = corrected(named("acme", "Globex"), named("globex", "Globex"))
    with pytest.raises(InvalidInput, match="Several entities") as refused:
        await change_fact(store, object="Globex")
    assert refused.value.field == "object"


async def test_the_subject_is_no_object() -> None:
    with pytest.raises(InvalidInput) as refused:
        await change_fact(corrected(named("ana", "Ana")), object="Ana")
    assert refused.value.field == "object"


# --------------------------------------------------------------------------- what the graph refuses


async def test_a_fact_that_no_longer_holds_is_refused_with_what_closed_it() -> None:
    row = fact(tInvalid=LATER, closedBy="g", closedReason="superseded")
    answer = [{"found": False, "start": None, "end": None, "made": [], "pairs": []}]
    store = corrected(explore__fact=[{"row": row}], procedures__correct=answer)
    with pytest.raises(ConflictError, match="superseded by g"):
        await change_fact(store, text="x")


async def test_a_fact_that_waits_is_refused_since_it_has_no_period() -> None:
    answer = [{"found": False, "start": None, "end": None, "made": [], "pairs": []}]
    store = corrected(explore__fact=[{"row": fact(waiting=True)}], procedures__correct=answer)
    with pytest.raises(ConflictError, match="f waits for a change"):
        await change_fact(store, text="x")


async def test_an_end_before_the_start_is_refused() -> None:
    store = corrected(procedures__correct=[{"found": True, "start": LATER, "end": START, "made": [], "pairs": []}])
    with pytest.raises(InvalidInput, match="before it starts") as refused:
        await change_fact(store, valid_until=START)
    assert refused.value.field == "valid_until"


def ended(at: datetime, reason: str) -> dict[str, Any]:
    """The new statement's fact ends at a moment: because another value begins then, or because its end was stated."""
    works: dict[str, Any] = {"object_": "globex", "at": START, "occurredAt": START, "recordedAt": START}
    other = said_row("g", **{**works, "object_": "initech", "at": at})
    end = said_row("e", **{**works, "at": at}, action="ends", reason="retracted")
    groups = Groups(other if reason == "superseded" else end, rules={"works_at": {"cardinality": "one"}})

    def write(asked: Any) -> Any:
        groups.statements.append(said_row(asked["statementId"], **works, factId="f2"))
        return WRITTEN

    return {
        **{name.replace("/", "__"): answer for name, answer in groups.answers().items()},
        "procedures__correct": write,
    }


async def test_an_end_that_a_successor_takes_away_is_refused() -> None:
    store = corrected(**ended(SOONER, "superseded"))
    with pytest.raises(SupersededBy, match="Fact g"):
        await change_fact(store, valid_until=LATER)


async def test_an_end_that_another_source_takes_away_is_refused() -> None:
    store = corrected(explore__fact=[{"row": fact(tInvalid=LATER)}], **ended(LATER, "retracted"))
    with pytest.raises(ConflictError, match="Another source"):
        await change_fact(store, valid_until=None)


async def test_an_end_that_is_kept_is_told() -> None:
    store = corrected(**ended(LATER, "retracted"))
    result = await change_fact(store, valid_until=LATER)
    assert [(one.id, one.at) for one in result.changed] == [("f2", LATER)]


async def test_a_later_end_is_no_conflict_where_no_end_was_given() -> None:
    store = corrected(**ended(SOONER, "superseded"))
    assert (await change_fact(store, text="Ana is at Acme")).recorded_at == NOW
