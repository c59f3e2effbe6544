"""Filters of a recall admit the right results, in a large brain too; an answer can be repeated."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from graphmem.brain import Brain
from graphmem_contract.errors import InvalidInput
from graphmem_contract.recall import RecallResult
from tests.story.telling import extraction, fact, only, tell


def texts(found: RecallResult) -> set[str]:
    return {item.fact.text for item in found.facts if item.fact}


async def crowd(brain: Brain, size: int, at: str = "2024-06-01") -> None:
    """A number of newer facts about others."""
    rows = [
        {"subject": f"Passer-by {n}", "relation": "met", "object": f"Stranger {n % 7}", "valid_from": at}
        for n in range(size)
    ]
    report = await brain.transfer.import_facts(rows, resolve="exact")
    assert report.rejected == 0


async def test_what_was_told_later_is_found_for_a_moment_before_by_who_told_it(brain: Brain) -> None:
    await tell(brain, "2024-05-01", fact("Tomas", "lives_in", "Recife", valid_from="2020-03-01"), speaker="Tomas",
               session_id="s1", tags=["home"])  # fmt: skip
    for narrowed in ({"speaker": "tomas"}, {"session_id": "s1"}, {"tags": ["home"]}):
        found = await brain.recall("Where does Tomas live?", valid_at="2021-05-01", **narrowed)
        assert texts(found) == {"Tomas lives in Recife"}, narrowed
        assert found.episodes == (), "nobody had said it then"


@pytest.mark.parametrize("query", [None, "Where does Dona Alba live?"])
@pytest.mark.parametrize(
    "narrowed",
    [{"session_id": "long ago"}, {"tags": ["rare"]}, {"metadata": {"n": 7}}, {"speaker": "Alba"}],
    ids=["session", "tags", "metadata", "speaker"],
)
async def test_what_a_filter_admits_is_found_behind_much_that_it_does_not(
    brain: Brain, query: str | None, narrowed: dict[str, Any]
) -> None:
    await tell(brain, "2020-01-01", fact("Dona Alba", "lives_in", "Coimbra"), speaker="Alba", session_id="long ago",
               tags=["rare"], metadata={"n": 7})  # fmt: skip
    await crowd(brain, 600)
    found = await brain.recall(query, **narrowed)
    assert texts(found) == {"Dona Alba lives in Coimbra"}
    assert len(found.episodes) == 1


@pytest.mark.parametrize(
    "narrowed",
    [{"session_id": "kitchen"}, {"tags": ["home"]}, {"metadata": {"n": 7}}, {"speaker": "Alba"}],
    ids=["session", "tags", "metadata", "speaker"],
)
async def test_a_filter_of_episodes_is_no_evidence_that_anything_fits(brain: Brain, narrowed: dict[str, Any]) -> None:
    await tell(brain, "2024-01-01", text="the kettle is loud", speaker="Alba", session_id="kitchen", tags=["home"],
               metadata={"n": 7})  # fmt: skip
    question = "which cheese do penguins prefer on the kettle?"
    free, found = await brain.recall(question), await brain.recall(question, **narrowed)
    assert (len(found.episodes), found.relevance) == (1, free.relevance)


async def test_facts_of_a_confidence_of_055_and_more_are_recalled_by_default(brain: Brain) -> None:
    for sure, place in ((0.54, "Porto"), (0.55, "Bergen")):
        await brain.add_fact(subject="Ana", relation="visited", object=place, confidence=sure)
    both = {"Ana visited Porto", "Ana visited Bergen"}
    for query in ("Which town has Ana visited?", None):
        assert texts(await brain.recall(query)) == {"Ana visited Bergen"}
        assert texts(await brain.recall(query, min_confidence=0)) == both
    assert {known.text for known in await brain.facts("Ana")} == both


async def test_relations_and_what_holds_are_looked_for_before_the_newest_are_taken(brain: Brain) -> None:
    await tell(brain, "2020-01-01", fact("Dona Alba", "lives_in", "Coimbra"))
    await crowd(brain, 600)
    assert texts(await brain.recall(relations=["lives_in"])) == {"Dona Alba lives in Coimbra"}


async def test_what_has_ended_again_and_again_does_not_hide_what_holds(brain: Brain) -> None:
    await tell(brain, "2020-01-01", fact("Dona Alba", "lives_in", "Coimbra"))
    rows = [
        {
            "subject": "Rui",
            "relation": "works_at",
            "object": f"Firm {n}",
            "valid_from": f"20{n // 12:02}-{n % 12 + 1:02}-01",
        }
        for n in range(150)
    ]
    await brain.transfer.import_facts(rows, resolve="exact")
    found = await brain.recall()
    assert texts(found) == {"Dona Alba lives in Coimbra", "Rui works at Firm 149"}
    assert found.no_longer_true > 0


async def test_a_relation_is_found_under_the_name_that_it_is_stored_under(brain: Brain) -> None:
    row = {"subject": "Ana", "relation": "employed_by", "object": "Acme", "valid_from": "2020-01-01"}
    await brain.transfer.import_facts([row], resolve="exact")
    assert len((await brain.recall("Who has a job?", relations=["employed_by"])).facts) == 1
    assert (await brain.recall("Who has a job?", relations=["lives_in"])).facts == ()


async def test_who_speaks_in_a_chat_is_a_speaker_of_it(brain: Brain) -> None:
    chat = [{"role": "user", "name": "Ana", "content": "I adore oolong"}, {"role": "assistant", "content": "Noted"}]
    said = extraction(fact("Ana", "likes", "oolong", object_is_entity=False))
    await brain.remember(messages=chat, occurred_at="2024-01-01", extraction=said)
    for narrowed in ({"speaker": "ana"}, {"role": "assistant"}):
        found = await brain.recall("Who likes tea?", **narrowed)
        assert (len(found.facts), len(found.episodes)) == (1, 1), narrowed
    found = await brain.recall("Who likes tea?", speaker="Bruno")
    assert (found.facts, found.episodes) == ((), ())


async def test_an_empty_filter_is_none(brain: Brain) -> None:
    await tell(brain, "2020-01-01", fact("Dona Alba", "lives_in", "Coimbra"))
    found = await brain.recall("Where does Dona Alba live?", session_id="", role="", speaker="")
    assert (len(found.facts), len(found.episodes)) == (1, 1)


async def test_metadata_that_is_no_json_is_refused(brain: Brain) -> None:
    with pytest.raises(InvalidInput, match="metadata"):
        await brain.recall("anything", metadata={"when": object()})


async def test_sources_fit_the_filters_and_are_no_more_than_twenty_a_fact(brain: Brain) -> None:
    for n in range(25):
        await tell(
            brain, f"2024-01-{n + 1:02}", fact("Ana", "lives_in", "Porto"), session_id=f"s{n % 2}", text=f"word{n}"
        )
    found = await brain.recall("Where does Ana live?", session_id="s1", include_provenance=True, k=3)
    assert {item.episode.session_id for item in found.episodes if item.episode} == {"s1"}
    whole = await brain.recall("Where does Ana live?", include_provenance=True, k=1, recipe="facts")
    assert len(whole.episodes) == 20


async def test_an_answer_can_be_repeated_with_its_two_clocks(brain: Brain) -> None:
    await tell(brain, "2024-01-01", fact("Ana", "lives_in", "Porto"))
    first = await brain.recall("Where does Ana live?")
    assert first.as_of.known_at is not None
    await brain.correct((await only(brain, "Ana", "lives_in")).id, object="Recife")
    assert texts(await brain.recall("Where does Ana live?")) == {"Ana lives in Recife"}
    again = await brain.recall("Where does Ana live?", valid_at=first.as_of.valid_at, known_at=first.as_of.known_at)
    assert texts(again) == texts(first) == {"Ana lives in Porto"}
    assert again.as_of == first.as_of


async def test_what_was_corrected_since_is_found_by_words_alone(brain: Brain) -> None:
    told = await tell(brain, "2024-01-01", fact("Ana", "lives_in", "Porto"))
    await brain.correct((await only(brain, "Ana", "lives_in")).id, object="Recife")
    assert told.recorded_at
    found = await brain.recall("Where does Ana live?", recipe="lexical", known_at=told.recorded_at)
    assert texts(found) == {"Ana lives in Porto"}


async def test_ways_have_the_names_that_were_borne_then(brain: Brain) -> None:
    told = await tell(brain, "2024-01-01", fact("Nana", "plays_with", "Rui"), fact("Rui", "lives_in", "Porto"))
    known = told.recorded_at
    await brain.entities.change("Nana", name="Nana Reis")
    now = await brain.recall("What about Rui?", recipe="graph")
    then = await brain.recall("What about Rui?", recipe="graph", known_at=known)
    assert any("Nana Reis" in item.path for item in now.facts)
    assert any("Nana" in item.path for item in then.facts)
    assert not any("Nana Reis" in item.path for item in then.facts)
    (route,) = await brain.graph.path("Nana Reis", "Porto", known_at=known)
    assert route.names == ("Nana", "Rui", "Porto")
    around = await brain.graph.neighbours("Porto", hops=2, known_at=known)
    assert any("Nana" in one.path for one in around)
    assert not any("Nana Reis" in one.path for one in around)


async def test_an_alias_that_was_taken_away_since_narrows_what_was_known_then(brain: Brain) -> None:
    await tell(brain, "2024-01-01", fact("Nana", "lives_in", "Porto"))
    await brain.entities.change("Nana", aliases_add=["Zezinha"])
    page = await brain.entities.history("Nana")
    known = max(name.recorded_at for name in page.names if name.recorded_at) + timedelta(microseconds=1)
    await brain.entities.change("Nana", aliases_remove=["Zezinha"])
    assert texts(await brain.recall("home", entities=["Zezinha"], known_at=known)) == {"Nana lives in Porto"}
    assert (await brain.recall("home", entities=["Zezinha"])).facts == ()


@pytest.mark.parametrize("query", [None, "Who met whom?"])
async def test_what_names_an_entity_only_in_its_sentence_is_found(brain: Brain, query: str | None) -> None:
    await tell(brain, "2024-01-01", fact("Clara Reis", "lives_in", "Porto"))
    await brain.entities.change("Clara Reis", aliases_add=["Clarinha"])
    by_name = "Bruno replaced Clara Reis as head of Vertix"
    by_alias = "Bruno met clarinha at the market"
    told = await tell(brain, "2024-02-01", fact("Bruno", "works_at", "Vertix", text=by_name))
    await brain.add_fact(subject="Bruno", relation="went_to", object="the market", text=by_alias)
    await tell(brain, "2024-02-02", fact("Ana Clara Reis", "met", "Lena"), fact("Lena", "likes", "tea"))
    found = texts(await brain.recall(query, entities=["Clara Reis"]))
    assert found == {"Clara Reis lives in Porto", by_name, by_alias}
    assert texts(await brain.recall(query, entities=["Clarinha"], known_at=told.recorded_at)) == found - {by_alias}
    assert texts(await brain.recall(query, entities=["Lena"])) == {"Ana Clara Reis met Lena", "Lena likes tea"}
    await brain.invalidate((await only(brain, "Bruno", "works_at")).id, kind="corrected")
    assert texts(await brain.recall(query, entities=["Clara Reis"])) == found - {by_name}
