"""The effect of each verdict about a claim on the graph and on the result."""

from __future__ import annotations

from typing import Any

import pytest

from graphmem.brain import Brain
from graphmem.claims import Claim, FactVerdict, Judged, Mention
from graphmem.testing.scripted import ScriptedJudge
from graphmem_contract.errors import ModelTimeout
from graphmem_contract.records import Fact, WriteResult
from tests.story.staging import Reading, properties, with_models
from tests.story.telling import fact, held, left_of, only, spans, tell

ANA = Mention("Ana", "person")
EATS = Claim("Ana", "eats", "everything", "Ana eats everything", importance=0.9, category="core", confidence=0.95)


def eats(what: str, **more: Any) -> Claim:
    return Claim("Ana", "eats", what, f"Ana eats {what}", **{"importance": 0.3, **more})


async def read(brain: Brain, at: str, claim: Claim, verdict: Any = None) -> WriteResult:
    """Send one claim, with a judge that compares every two facts."""
    settings = brain.engine.settings.with_overrides(reconcile_threshold=0.0)
    judge = verdict if isinstance(verdict, Failing) else ScriptedJudge(facts=lambda _: verdict or FactVerdict("new"))
    reader = with_models(brain, extractor=Reading((ANA,), (claim,)), judge=judge, settings=settings)
    result = await reader.remember(f"said on {at}", occurred_at=at)
    assert result.success
    return result


class Failing:
    """A judge that fails."""

    async def names(self, questions: Any) -> Judged:
        raise AssertionError("no name is unclear")

    async def facts(self, questions: Any) -> Judged:
        return Judged(facts=tuple(FactVerdict("new", None, "the judge failed: out of order") for _ in questions))


async def test_add_what_is_new_stands_beside_what_is_known(brain: Brain) -> None:
    await read(brain, "2024-01-01", EATS)
    result = await read(brain, "2024-02-01", eats("fish"), FactVerdict("new"))
    assert [(f.object, f.matched, f.replaced) for f in result.facts_added] == [("fish", None, ())]
    assert await held(brain, "Ana", "eats") == ["everything", "fish"]


async def test_noop_a_duplicate_confirms_and_makes_nothing(brain: Brain) -> None:
    first = await read(brain, "2024-01-01", EATS)
    known = first.facts_added[0].id
    result = await read(brain, "2024-02-01", eats("anything at all"), FactVerdict("same", 0, "other words"))
    assert result.facts_added == ()
    (line,) = result.facts_unchanged
    assert (line.id, line.matched, line.text) == (known, known, "Ana eats everything")
    fact = await only(brain, "Ana", "eats")
    assert (fact.times_stated, fact.strength, f"{fact.last_confirmed_at:%F}") == (2, 0.9, "2024-02-01")


async def test_update_a_refinement_says_more_of_the_same_fact(brain: Brain) -> None:
    known = (await read(brain, "2024-01-01", EATS)).facts_added[0].id
    exact = eats("everything but nuts", confidence=0.99)
    result = await read(brain, "2024-02-01", exact, FactVerdict("refines", 0, "more exact"))
    assert [(f.id, f.matched, f.text) for f in result.facts_updated] == [(known, known, "Ana eats everything but nuts")]
    versions = (await brain.history(known or "")).versions
    assert [v.text for v in versions] == ["Ana eats everything", "Ana eats everything but nuts"]


async def test_update_another_value_of_one_closes_the_old_which_keeps_being_known(brain: Brain) -> None:
    """Two firms have no pair of names in common: subject and relation find what is to be closed."""
    await tell(brain, "2022-01-01", fact("Bruno", "works_at", "Ferry Line"))
    old = await only(brain, "Bruno", "works_at")
    result = await tell(brain, "2024-01-01", fact("Bruno", "works_at", "Lighthouse"))
    (new,) = result.facts_added
    assert new.replaced == (old.id,)
    assert [(f.id, f.object, f.reason, f.confidence, f.origin) for f in result.facts_closed] == [
        (old.id, "Ferry Line", "superseded", 0.8, "extracted")
    ]
    assert [(c.closed, c.by, f"{c.at:%F}") for c in result.contradictions] == [(old.id, new.id, "2024-01-01")]
    assert (await only(brain, "Bruno", "works_at")).supersedes == old.id
    assert await held(brain, "Bruno", "works_at", at="2023-01-01") == ["Ferry Line"]


async def test_update_a_contradiction_closes_the_old_and_both_sides_of_it_are_kept(brain: Brain) -> None:
    """The new fact gets at least the importance of the fact that it contradicts, and its category if that is core."""
    await read(brain, "2024-01-01", EATS)
    old = await only(brain, "Ana", "eats")
    result = await read(brain, "2024-03-01", eats("no fish"), FactVerdict("contradicts", 0, "fish is something"))
    (new,) = result.facts_added
    assert new.replaced == (old.id,)
    assert [(f.id, f.reason) for f in result.facts_closed] == [(old.id, "contradicted")]
    assert [(c.closed, c.by) for c in result.contradictions] == [(old.id, new.id)]
    closed, kept = await brain.fact(old.id), await only(brain, "Ana", "eats")
    assert (closed.closed_reason, closed.closed_by, f"{closed.valid_until:%F}") == (
        "contradicted",
        new.id,
        "2024-03-01",
    )
    assert (kept.object, kept.importance, kept.category) == ("no fish", 0.9, "core")
    assert await held(brain, "Ana", "eats", at="2024-02-01") == ["everything"]


async def test_forgetting_what_was_contradicted_leaves_no_word_of_it_with_what_contradicted_it(brain: Brain) -> None:
    forgotten = await read(brain, "2024-01-01", eats("Xyzzy bars"))
    await read(brain, "2024-03-01", eats("no sweets"), FactVerdict("contradicts", 0, "bars are sweets"))
    assert await spans(brain, "Ana", "eats") == {
        ("Xyzzy bars", "2024-01-01", "2024-03-01"),
        ("no sweets", "2024-03-01", None),
    }
    assert not any("Xyzzy" in one for one in await search_texts(brain) if "no sweets" in one)
    await brain.episodes.forget(forgotten.episode_id or "")
    assert await left_of(brain, "xyzzy") == []
    assert await held(brain, "Ana", "eats") == ["no sweets"]
    assert any("Ana eats no sweets" in one for one in await search_texts(brain))


async def search_texts(brain: Brain) -> list[str]:
    """The text that is searched for words."""
    rows, _, _ = await brain.engine.store.driver.execute_query(
        "MATCH (e:Episode {brain: $brain}) RETURN e.searchText AS text", brain=brain.name
    )
    return [row["text"] or "" for row in rows]


async def test_delete_an_end_closes_a_fact_and_a_denial_withdraws_it(brain: Brain) -> None:
    await tell(brain, "2024-01-01", fact("Bruno", "member_of", "Choir"), fact("Bruno", "member_of", "Chess Club"))
    ended = await tell(brain, "2024-02-01", fact("Bruno", "member_of", "Choir", action="ends"))
    assert [(f.object, f.reason) for f in ended.facts_closed] == [("Choir", "retracted")]
    denied = await tell(brain, "2024-03-01", fact("Bruno", "member_of", "Chess Club", action="never"))
    assert [(f.object, f.reason) for f in denied.facts_deleted] == [("Chess Club", "corrected")]
    assert await spans(brain, "Bruno", "member_of") == {("Choir", "2024-01-01", "2024-02-01")}


@pytest.mark.parametrize(("action", "warning"), [("ends", "end_without_start"), ("never", "nothing_to_withdraw")])
async def test_delete_without_a_match_is_told_and_loses_nothing(brain: Brain, action: str, warning: str) -> None:
    await tell(brain, "2024-01-01", fact("Bruno", "member_of", "Choir"))
    result = await tell(brain, "2024-02-01", fact("Bruno", "member_of", "Chess Club", action=action))
    assert [w.split(":")[0] for w in result.warnings] == [warning]
    assert (result.facts_closed, result.facts_deleted) == ((), ())
    assert await held(brain, "Bruno", "member_of") == ["Choir"]


class Raising:
    """A judge whose server is gone."""

    async def names(self, questions: Any) -> Judged:
        raise ModelTimeout("the judge's server is gone")

    facts = names


async def test_a_judge_that_raises_fails_the_episode_with_its_reason_and_a_replay_loses_nothing(brain: Brain) -> None:
    """As a dead extractor does: nothing is committed without the verdict, and the message is kept."""
    await read(brain, "2024-01-01", EATS)
    settings = brain.engine.settings.with_overrides(reconcile_threshold=0.0)
    extractor = Reading((ANA,), (eats("fish"),))
    dead = with_models(brain, extractor=extractor, judge=Raising(), settings=settings)
    failed = await dead.remember("Ana eats fish", occurred_at="2024-02-01")
    assert (failed.success, failed.status) == (False, "failed")
    assert "the judge's server is gone" in (failed.error or "")
    assert await held(brain, "Ana", "eats") == ["everything"]
    alive = with_models(brain, extractor=extractor, judge=ScriptedJudge(), settings=settings)
    await alive.episodes.replay(failed.episode_id or "")
    assert await held(brain, "Ana", "eats") == ["everything", "fish"]


async def test_a_judge_that_fails_leaves_a_claim_new(brain: Brain) -> None:
    await read(brain, "2024-01-01", EATS)
    result = await read(brain, "2024-02-01", eats("fish"), Failing())
    assert [f.object for f in result.facts_added] == ["fish"]
    assert await held(brain, "Ana", "eats") == ["everything", "fish"]


async def test_what_holds_at_no_time_is_told_as_left_out(brain: Brain) -> None:
    late = await tell(brain, "2024-01-02", fact("Bruno", "lives_in", "Porto", valid_from="2023-01-01"))
    tied = await tell(brain, "2024-01-01", fact("Bruno", "lives_in", "Lisbon", valid_from="2023-01-01"))
    assert (len(late.facts_added), tied.facts_added) == (1, ())
    assert [f.reason for f in tied.facts_skipped] == ["another value has the same start and takes precedence"]


async def test_said_again_after_it_had_ended_it_is_a_fact_of_its_own_that_continues_the_first(brain: Brain) -> None:
    first = await tell(brain, "2020-01-01", fact("Ana", "member_of", "Choir"))
    await tell(brain, "2021-01-01", fact("Ana", "member_of", "Choir", action="ends"))
    again = await tell(brain, "2022-01-01", fact("Ana", "member_of", "Choir"))
    assert len(again.facts_added) == 1
    made = await properties(brain, again.facts_added[0].id or "")
    assert made["continues"] == first.facts_added[0].id
    assert await spans(brain, "Ana", "member_of") == {
        ("Choir", "2020-01-01", "2021-01-01"),
        ("Choir", "2022-01-01", None),
    }


async def test_spellings_and_synonyms_of_a_relation_are_one_and_a_person_can_state_more(brain: Brain) -> None:
    for day, name in enumerate(("lives in", "livesIn", "resides-in"), 1):
        await tell(brain, f"2024-01-0{day}", fact("Bruno", name, "Porto"))
    assert (await only(brain, "Bruno", "lives_in")).times_stated == 3
    await brain.ontology.set_relation("sails_on", cardinality="one", synonyms=["crew of", "serves-on", "sails_on"])
    await tell(brain, "2024-02-01", fact("Bruno", "sailsOn", "Albatros"))
    await tell(brain, "2024-03-01", fact("Bruno", "crewOf", "Bonito"))
    assert await held(brain, "Bruno", "sails_on") == ["Bonito"]
    assert await held(brain, "Bruno", "serves on") == ["Bonito"]
    (relation,) = [r for r in (await brain.ontology.get())["relations"] if r["name"] == "sails_on"]
    assert (relation["source"], relation["synonyms"], relation["usage_count"]) == (
        "user_defined",
        ["crew_of", "serves_on"],
        2,
    )


async def test_a_synonym_leads_to_one_relation_and_an_exact_import_keeps_its_names(brain: Brain) -> None:
    await brain.ontology.set_relation("sails_on", synonyms=["crew_of"])
    await brain.ontology.set_relation("paid_by", synonyms=["crew_of"])
    await tell(brain, "2024-01-01", fact("Bruno", "crew_of", "Albatros"))
    assert await held(brain, "Bruno", "paid_by") == ["Albatros"]
    await tell(brain, "2024-01-02", fact("Clara", "crew_of", "Albatros"), resolve="exact")
    assert [f.relation for f in await brain.facts(subject="Clara")] == ["crew_of"]


async def test_of_cardinality_a_person_a_seed_a_caller_and_a_model_are_heard_in_this_order(brain: Brain) -> None:
    async def source_of(name: str) -> tuple[str | None, str | None]:
        (found,) = [r for r in (await brain.ontology.get())["relations"] if r["name"] == name]
        return found["cardinality"], found["cardinality_source"]

    await read(brain, "2024-01-01", Claim("Ana", "sits_at", "desk 1", "Ana sits at desk 1", cardinality="one"))
    await read(brain, "2024-01-02", Claim("Ana", "likes", "tea", "Ana likes tea", cardinality="one"))
    assert (await source_of("sits_at"), await source_of("likes")) == (("one", "model"), ("many", "seed"))
    await read(brain, "2024-02-01", Claim("Ana", "sits_at", "desk 2", "Ana sits at desk 2", cardinality="many"))
    assert await held(brain, "Ana", "sits_at") == ["desk 2"]
    await tell(brain, "2024-03-01", fact("Bruno", "sits_at", "desk 3", object_is_entity=False, cardinality="many"))
    assert await source_of("sits_at") == ("many", "caller")
    assert await held(brain, "Ana", "sits_at") == ["desk 1", "desk 2"]
    await brain.ontology.set_relation("sits_at", cardinality="one")
    await tell(brain, "2024-04-01", fact("Bruno", "sits_at", "desk 4", object_is_entity=False, cardinality="many"))
    assert await source_of("sits_at") == ("one", "user")


async def test_one_sentence_with_several_values_gives_them_all_and_the_same_value_twice_is_one(brain: Brain) -> None:
    text = "Ana likes tea and chess and is good at both"
    claims = [
        Claim("Ana", "likes", "tea", text),
        Claim("Ana", "likes", "chess", text),
        Claim("Ana", "enjoys", "the tea", text),
    ]
    reader = with_models(brain, extractor=Reading((ANA,), claims))
    result = await reader.remember(text, occurred_at="2024-01-01")
    assert await held(brain, "Ana", "likes") == ["chess", "tea"]
    assert [f.matched for f in result.facts_skipped] == [f.id for f in result.facts_added if f.object == "tea"]


async def test_a_dry_run_goes_through_the_judge_and_tells_what_would_be_closed(brain: Brain) -> None:
    await read(brain, "2024-01-01", EATS)
    settings = brain.engine.settings.with_overrides(reconcile_threshold=0.0)
    judge = ScriptedJudge(facts=lambda _: FactVerdict("contradicts", 0, "as told"))
    reader = with_models(brain, extractor=Reading((ANA,), (eats("no fish"),)), judge=judge, settings=settings)
    shown = await reader.remember("x", occurred_at="2024-02-01", dry_run=True)
    assert [f.object for f in shown.facts_added] == ["no fish"]
    assert [f.object for f in shown.facts_closed] == ["everything"]
    assert await held(brain, "Ana", "eats") == ["everything"]
    assert len(judge.asked_facts) == 1


async def test_a_claim_without_a_name_at_its_end_is_told_as_left_out_and_the_others_land(brain: Brain) -> None:
    """The source systems drop it silently."""
    nameless, good = (
        Claim("Ana", "knows", "  ", "Ana knows somebody", True),
        Claim("Ana", "likes", "tea", "Ana likes tea"),
    )
    reader = with_models(brain, extractor=Reading((ANA,), (nameless, good)))
    result = await reader.remember("x", occurred_at="2024-01-01")
    assert [(f.text, f.reason) for f in result.facts_skipped] == [("Ana knows somebody", "an end of it has no name")]
    assert [f.text for f in result.facts_added] == ["Ana likes tea"]


async def test_a_relation_without_direction_is_confirmed_from_its_other_end(brain: Brain) -> None:
    first = await tell(brain, "2024-01-01", fact("Ana", "married_to", "Bruno"))
    again = await tell(brain, "2024-02-01", fact("Bruno", "married_to", "Ana"))
    assert [f.matched for f in again.facts_unchanged] == [first.facts_added[0].id]


NO_FISH = FactVerdict("contradicts", 0, "fish is something")
BOTH = {("everything", "2024-01-01", "2024-03-01"), ("no fish", "2024-03-01", None)}
BEFORE = {("everything", "2024-01-01", None)}


@pytest.mark.parametrize("how", ["invalidate", "deny", "correct", "forget"])
async def test_what_a_fact_had_contradicted_holds_again_when_that_was_never_so(brain: Brain, how: str) -> None:
    await read(brain, "2024-01-01", EATS)
    old = await only(brain, "Ana", "eats")
    await read(brain, "2024-03-01", eats("no fish"), NO_FISH)
    assert await spans(brain, "Ana", "eats") == BOTH
    wrong = await only(brain, "Ana", "eats")
    changed = await take_back(brain, wrong, how)
    assert await spans(brain, "Ana", "eats") == BEFORE
    assert old.id in changed
    assert await held(brain, "Ana", "eats") == ["everything"]
    if how in ("invalidate", "correct"):
        await brain.restore(wrong.id)
        assert await spans(brain, "Ana", "eats") == BOTH
        assert await spans(brain, "Ana", "hates") == set()
    if how == "forget":
        assert not any("no fish" in (one["text"] or "") for one in (await brain.history(old.id)).statements)


async def take_back(brain: Brain, wrong: Fact, how: str) -> list[str]:
    """The ids of the changed facts."""
    if how == "invalidate":
        return [c.id for c in (await brain.invalidate(wrong.id, kind="corrected")).changed]
    if how == "correct":
        return [c.id for c in (await brain.correct(wrong.id, relation="hates")).changed]
    if how == "forget":
        return [r.id for r in (await brain.forget(wrong.id)).reopened]
    await tell(brain, "2024-04-01", fact("Ana", "eats", "no fish", action="never", object_is_entity=False))
    return [f.id for f in await brain.facts(subject="Ana")]


async def test_other_words_for_what_contradicts_leave_the_end_as_it_is(brain: Brain) -> None:
    await read(brain, "2024-01-01", EATS)
    await read(brain, "2024-03-01", eats("no fish"), NO_FISH)
    wrong = await only(brain, "Ana", "eats")
    await brain.correct(wrong.id, text="Ana eats nothing that swims.")
    assert await spans(brain, "Ana", "eats") == BOTH
    right = await only(brain, "Ana", "eats")
    await brain.invalidate(right.id, kind="corrected")
    assert await spans(brain, "Ana", "eats") == BEFORE
    await brain.restore(right.id)
    assert await spans(brain, "Ana", "eats") == BOTH
    await brain.forget(right.id)
    assert await spans(brain, "Ana", "eats") == BEFORE


async def test_a_denial_that_is_forgotten_has_denied_nothing(brain: Brain) -> None:
    await read(brain, "2024-01-01", EATS)
    second = await read(brain, "2024-03-01", eats("no fish"), NO_FISH)
    denied = await tell(brain, "2024-04-01", fact("Ana", "eats", "no fish", action="never", object_is_entity=False))
    assert await spans(brain, "Ana", "eats") == BEFORE
    forgotten = await brain.episodes.forget(denied.episode_id or "")
    assert await spans(brain, "Ana", "eats") == BOTH
    assert {r.id for r in forgotten.reopened} >= {second.facts_added[0].id}
    (ended,) = [f for f in await brain.facts(subject="Ana", relation="eats", include_closed=True) if f.valid_until]
    assert (ended.closed_reason, ended.closed_by) == ("contradicted", second.facts_added[0].id)
