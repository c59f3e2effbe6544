"""The policy about personal data applied to supplied facts, without a graph."""

from __future__ import annotations

from graphmem.ingest.episodes.screening import LONG, refusal_rows
from graphmem.ingest.fact_screening import screen_facts
from graphmem.settings import Settings
from graphmem_contract.records import SuppliedFact
from graphmem_contract.settings import PiiPolicy

MAIL = "ana@example.com"


def facts(*more: SuppliedFact) -> list[tuple[int, SuppliedFact]]:
    given = [
        SuppliedFact(subject="Ana", relation="reachable_at", object=MAIL),
        SuppliedFact(subject=MAIL, relation="likes", object="tea"),
        SuppliedFact(subject="Ana", relation="knows", object=MAIL, object_is_entity=True),
        SuppliedFact(subject="Leo", relation="likes", object="jam"),
    ]
    return list(enumerate([*given, *more], 1))


def under(policy: PiiPolicy) -> Settings:
    return Settings(pii=policy)


async def test_values_are_redacted_and_names_that_are_only_personal_data_refused() -> None:
    screened = await screen_facts("b", facts(), under("redact"))
    assert [(n, fact.object) for n, fact in screened.facts] == [(1, "[email]"), (4, "jam")]
    assert {n: error.field for n, error in screened.refused.items()} == {2: "subject", 3: "object"}
    assert screened.redacted == {1: ("email",)}
    assert [(row["ids"], row["kinds"]) for row in screened.redactions("b", {1: "x", 4: "y"})] == [(["x"], ["email"])]
    assert screened.redactions("b", {4: "y"}) == [], "the fact was not stored"
    assert [row["operation"] for row in refusal_rows("b", screened.refused.values())] == ["pii:refuse"] * 2


async def test_refuse_keeps_only_what_has_none_and_mark_and_off_keep_everything() -> None:
    screened = await screen_facts("b", facts(), under("refuse"))
    assert [n for n, _ in screened.facts] == [4]
    for policy in ("off", "mark"):
        assert (await screen_facts("b", facts(), under(policy))).facts == facts()  # type: ignore[arg-type]


async def test_a_large_batch_is_read_in_a_worker_process() -> None:
    long = SuppliedFact(subject="Ana", relation="said", object="x" * (LONG // 20), text=f"{'y' * LONG} {MAIL}")
    screened = await screen_facts("b", facts(long), under("redact"))
    assert dict(screened.facts)[5].text == f"{'y' * LONG} [email]"
    assert set(screened.refused) == {2, 3}
