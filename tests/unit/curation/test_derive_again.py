"""The brains of an older graph are derived again, some subjects at a time; the graph is a fake."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from graphmem.curation.derive_again import SUBJECTS_AT_ONCE, DerivedAgain, derive_again, outdated_brains
from graphmem.models.hash_embedder import HashEmbedder
from tests.unit.curation.settling import EARLIER, graph
from tests.unit.fake_graph import FakeGraph
from tests.unit.settling.groups import Groups, said_row, stored_row


def said(id_: str, text: str, subject: str = "ana") -> dict[str, Any]:
    ends = {
        "subjectId": subject,
        "relation": "lives_in",
        "objectId": "oslo",
        "subjectSaid": "Ana",
        "objectSaid": "Oslo",
    }
    period = {"at": None, "startStated": False, "until": None, "kind": "state", "occurredAt": None, "withdrawnAt": None}
    return {"id": id_, "action": "holds", "text": text, **ends, **period}


def older(*changed: str) -> FakeGraph:
    """A graph with two subjects, read one after the other; the facts of those that are named change."""

    def subjects(given: Mapping[str, Any]) -> list[dict[str, Any]]:
        first = {"subjectId": "ana", "statements": [said("s", "Ana lives in Oslo with Bo.")]}
        second = {"subjectId": "ben", "statements": [said("t", "Ana lives in Oslo", "ben")]}
        return {None: [first], "ana": [second], "ben": []}[given["after"]]

    old = {"at": EARLIER, "occurredAt": EARLIER, "recordedAt": EARLIER}
    said_of = [said_row(f"of {one}", one, "lives_in", "oslo", **old) for one in changed]
    facts = [stored_row(f"of {one}", one, "lives_in", "oslo", factText="Somebody lives in Oslo") for one in changed]
    groups = Groups(*said_of, facts=facts)
    return graph(groups, curation__outdated_brains=[{"brain": "b"}], curation__read_subjects=subjects)


async def test_the_brains_that_were_derived_by_earlier_rules_are_listed() -> None:
    assert await outdated_brains(older()) == ["b"]  # type: ignore[arg-type]


async def test_every_subject_is_derived_and_the_brain_is_marked() -> None:
    fake, told = older("ana", "ben"), list[tuple[str, DerivedAgain]]()
    total = await derive_again(fake, HashEmbedder(), "b", lambda *given: told.append(given))  # type: ignore[arg-type]
    assert total == DerivedAgain(subjects=2, changed=2)
    assert told == [("b", DerivedAgain(1, 1)), ("b", DerivedAgain(2, 2))]
    [first, second] = fake.parameters["curation/set_details"]
    assert (first["details"], first["derivedTo"]) == ([{"id": "s", "details": ["bo"]}], "ana")
    assert (second["details"], second["derivedTo"]) == ([], "ben")
    assert [given["limit"] for given in fake.parameters["curation/read_subjects"]] == [SUBJECTS_AT_ONCE] * 3
    assert fake.calls["curation/mark_derived"] == 1


async def test_on_trial_the_brain_is_not_marked() -> None:
    fake = older("ana")
    total = await derive_again(fake, HashEmbedder(), "b", dry_run=True, at_most=1)  # type: ignore[arg-type]
    assert total == DerivedAgain(1, 1)
    assert "curation/mark_derived" not in fake.calls
