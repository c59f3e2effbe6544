"""Retention: which episodes are asked for."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from graphmem.curation.retention import apply_retention, retention_of, set_retention
from graphmem_contract.retention import Retention, RetentionPolicy
from tests.unit.curation.test_forget import forgetting
from tests.unit.fake_graph import FakeGraph


async def test_each_policy_asks_for_what_is_older_than_its_days() -> None:
    kept = Retention(policies=(RetentionPolicy(days=90, kind="tool"), RetentionPolicy(days=1, source="crm", tag="x")))
    store = forgetting(
        api__retention=[{"retention": kept.model_dump_json()}],
        curation__episodes_before=[{"id": "e"}],
        curation__forget_episode=[{"id": "e", "chunks": 0, "summaries": []}],
    )
    shown = await apply_retention(store, None, "b", limit=5, dry_run=True)  # type: ignore[arg-type]
    assert (shown.episodes, shown.more, store.calls["COMMIT"]) == (("e",), False, 0)  # both found it
    asked = store.parameters["curation/episodes_before"]
    assert [(one["kind"], one["source"], one["tag"], one["limit"]) for one in asked] == [
        ("tool", None, None, 6), (None, "crm", "x", 6),
    ]  # fmt: skip
    for one, days in zip(asked, (90, 1), strict=True):
        assert abs(datetime.now(UTC) - timedelta(days=days) - one["before"]) < timedelta(minutes=5)


async def test_policies_are_read_as_they_were_stored_and_none_is_null() -> None:
    store = FakeGraph({"api/retention": []})
    assert await retention_of(store, "b") == Retention()  # type: ignore[arg-type]
    await set_retention(store, "b", Retention())  # type: ignore[arg-type]
    assert store.parameters["api/set_retention"] == [{"brain": "b", "retention": None}]
