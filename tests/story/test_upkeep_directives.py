"""Standing instructions that upkeep draws from what the user says, and that every recall tells; gone with their sources."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from graphmem.brain import Brain
from graphmem.directives.reading import StandingWish
from graphmem.models.directives.reader import DirectiveRequest, FoundDirective
from graphmem.models.openai.chat import OpenAIChat
from graphmem.models.openai.directive_reader import OpenAIDirectiveReader
from graphmem.testing.scripted_server import ScriptedServer
from graphmem.upkeep.tick import tick
from graphmem_contract.directives import Directive
from graphmem_contract.errors import InvalidInput, ModelAnswerInvalid, ModelTimeout
from graphmem_contract.upkeep import JobReport
from tests.scripted_models import ScriptedDirectiveReader
from tests.story.telling import extraction, fact, left_of


async def run(brain: Brain, **options: Any) -> JobReport:
    (report,) = (await brain.upkeep.tick(["directives"], **options)).jobs
    return report


async def say(brain: Brain, text: str, at: str = "2024-03-01", role: str | None = "user", **more: Any) -> str:
    told = await brain.remember(
        text, occurred_at=at, role=role, extraction=more.pop("extraction", extraction()), **more
    )
    assert told.success
    return told.episode_id or ""


async def texts(brain: Brain, **options: Any) -> list[str]:
    return [one.text for one in reversed((await brain.directives.list(**options)).items)]


async def only(brain: Brain) -> Directive:
    (found,) = (await brain.directives.list()).items
    return found


async def test_what_the_user_says_for_later_is_drawn_with_its_source_and_told_by_every_recall(brain: Brain) -> None:
    id_ = await say(brain, "How do I bake bread? Always answer in French when I ask about baking.", speaker="Ana")
    await say(brain, "I prefer rye over wheat, can you find a recipe?", "2024-03-02", speaker="Ana")
    report = await run(brain)
    assert (report.done, report.model_calls, report.warnings) == (2, 0, ())
    assert await texts(brain) == ["Always answer in French when I ask about baking", "I prefer rye over wheat"]
    (preference, instruction) = (await brain.directives.list()).items
    assert (instruction.kind, instruction.scope, instruction.speaker) == (
        "instruction",
        "when I ask about baking",
        "Ana",
    )
    assert (instruction.episode_ids, instruction.fact_ids, instruction.times_told) == ((id_,), (), 1)
    assert preference.kind == "preference"
    for asked in (None, "Where does Bruno work?", "baking"):
        found = await brain.recall(asked)
        assert {one.text for one in found.directives} == set(await texts(brain))
        lines = found.context.splitlines()
        assert lines[0] == "Standing instructions:"
        assert "- Always answer in French when I ask about baking [Ana, 2024-03-01]" in lines[1:3]


async def test_only_the_words_of_the_user_count(brain: Brain) -> None:
    await say(brain, "Always use tabs.", role="assistant")
    await say(brain, "Never use tabs.", role="tool")
    await say(brain, "Always use spaces.", role="system")
    await say(brain, "Always indent by three.", kind="document")
    await say(brain, 'Bo wrote: "Always use tabs."\n```\nNever use spaces.\n```')
    await brain.remember(
        messages=[
            {"role": "user", "content": "Always answer in French.", "name": "Ana"},
            {"role": "assistant", "content": "I always answer in French. Never use German."},
            {"role": "user", "content": "Never suggest seafood.", "name": "Ana"},
        ],
        occurred_at="2024-03-01",
        extraction=extraction(),
    )
    await run(brain)
    assert sorted(await texts(brain)) == ["Always answer in French", "Never suggest seafood"]


async def test_without_roles_the_only_speaker_is_the_user_and_of_two_nobody_is(brain: Brain) -> None:
    await say(brain, "Always answer in French.", role=None, speaker="Ana")
    await run(brain)
    assert await texts(brain) == ["Always answer in French"]
    await say(brain, "Never suggest seafood.", role=None, speaker="Bruno")
    await say(brain, "I prefer tea.", role=None)
    await run(brain)
    assert await texts(brain) == ["Always answer in French", "I prefer tea"]


async def test_a_second_run_writes_nothing_and_a_third_reads_what_is_new(brain: Brain) -> None:
    await say(brain, "Always answer in French.")
    await run(brain)
    before = await only(brain)
    again = await run(brain)
    assert (again.done, again.statements) == (0, 1)
    (later,) = (await tick(brain.engine, brain.name, ["directives"], now=datetime.now(UTC) + timedelta(days=2))).jobs
    assert (later.done, later.skipped) == (0, 1)
    assert (await only(brain)).id == before.id
    await say(brain, "Never suggest seafood.", "2024-03-02")
    assert (await run(brain)).done == 1
    assert await texts(brain) == ["Always answer in French", "Never suggest seafood"]


async def test_a_rehearsal_counts_what_the_run_then_does(brain: Brain) -> None:
    await say(brain, "Always answer in French.")
    assert (await run(brain, dry_run=True)).done == 1
    assert await texts(brain) == []
    assert (await run(brain)).done == 1


async def test_a_run_that_comes_to_its_limit_is_continued_by_the_next(brain: Brain) -> None:
    for number, text in enumerate(("Always answer in French.", "Never suggest seafood.", "I prefer tea.")):
        await say(brain, text, f"2024-03-0{number + 1}")
    assert [(await run(brain, limit=2)).done for _ in range(3)] == [2, 1, 0]
    assert len(await texts(brain)) == 3


async def test_the_later_by_valid_time_supersedes_in_any_order_of_arrival(brain: Brain) -> None:
    await say(brain, "Always answer in German.", "2024-05-01")
    await run(brain)
    await say(brain, "Always answer in French.", "2024-03-01")
    assert (await run(brain)).done == 1
    assert await texts(brain) == ["Always answer in German"]
    both = {one.text: one for one in (await brain.directives.list(include_superseded=True)).items}
    assert both["Always answer in French"].superseded_by == both["Always answer in German"].id
    told = {when: [one.text for one in (await brain.recall(None, valid_at=when)).directives] for when in (
        "2024-02-01", "2024-04-01", "2024-06-01",
    )}  # fmt: skip
    assert told == {
        "2024-02-01": [],
        "2024-04-01": ["Always answer in French"],
        "2024-06-01": ["Always answer in German"],
    }


async def test_what_was_not_recorded_yet_is_not_told(brain: Brain) -> None:
    await brain.add_fact(subject="Ana", relation="likes", object="tea")
    before = datetime.now(UTC)
    await say(brain, "Always answer in French.", "2020-01-01")
    await run(brain)
    assert (await brain.recall(None, known_at=before)).directives == ()
    assert len((await brain.recall(None)).directives) == 1


async def test_a_repetition_reinforces(brain: Brain) -> None:
    now = datetime.now(UTC)
    first = await say(brain, "I prefer tea over coffee.", (now - timedelta(weeks=10)).isoformat())
    await run(brain)
    faded = await only(brain)
    assert faded.confidence == pytest.approx(0.85 * 0.95**10, abs=0.002)
    again = await say(brain, "As I said, I prefer tea over coffee.", now.isoformat())
    await run(brain)
    found = await only(brain)
    assert (found.id, found.times_told, found.episode_ids) == (faded.id, 2, (first, again))
    assert found.confidence == pytest.approx(0.90, abs=0.001)
    assert found.valid_from == faded.valid_from


async def test_facts_of_the_user_are_directives_and_those_about_others_or_by_hand_are_not(brain: Brain) -> None:
    facts = (
        {**fact("Ana", "prefers", "tea", object_is_entity=False), "text": "Ana prefers tea."},
        {**fact("Bruno", "prefers", "coffee", object_is_entity=False), "text": "Bruno prefers coffee."},
        {
            **fact("Ana", "signs_with", "A.", object_is_entity=False),
            "text": "Ana signs with A.",
            "category": "procedural",
        },
        {**fact("Ana", "lives_in", "Porto"), "text": "Ana lives in Porto."},
    )
    id_ = await say(brain, "We talked about drinks.", speaker="Ana", extraction=extraction(*facts))
    await brain.add_fact(subject="Ana", relation="dislikes", object="milk")
    await run(brain)
    assert sorted(await texts(brain)) == ["Ana prefers tea", "Ana signs with A"]
    (tea,) = [one for one in (await brain.directives.list()).items if one.text == "Ana prefers tea"]
    (held,) = await brain.facts("Ana", "prefers")
    assert (tea.fact_ids, tea.episode_ids, tea.kind) == ((held.id,), (id_,), "preference")


async def preferred(brain: Brain) -> str:
    """A sentence and the fact drawn from it; the id of the fact."""
    drawn = {**fact("Ana", "prefers", "tea", object_is_entity=False), "text": "Ana prefers tea over coffee."}
    await say(brain, "I prefer tea over coffee.", speaker="Ana", extraction=extraction(drawn))
    (held,) = await brain.facts("Ana", "prefers")
    return held.id


async def test_a_sentence_and_the_fact_drawn_from_it_are_one_directive(brain: Brain) -> None:
    id_ = await preferred(brain)
    await run(brain)
    found = await only(brain)
    assert (found.text, found.fact_ids) == ("I prefer tea over coffee", (id_,))


@pytest.mark.parametrize("ticked", [True, False])
async def test_a_directive_goes_when_its_fact_has_ended(brain: Brain, ticked: bool) -> None:
    id_ = await preferred(brain)
    if ticked:
        await run(brain)
    await brain.invalidate(id_, at="2024-06-01")
    await run(brain)
    assert await texts(brain) == []


@pytest.mark.parametrize("ticked", [True, False])
@pytest.mark.parametrize("how", ["episode", "fact", "entity"])
async def test_nothing_of_what_is_forgotten_is_left_or_comes_back(brain: Brain, how: str, ticked: bool) -> None:
    drawn = {**fact("Ana", "avoids", "thunder", object_is_entity=False), "text": "Ana avoids talk of thunder."}
    id_ = await say(
        brain, "Never mention thunder, as my uncle Reis died in one.", speaker="Ana", extraction=extraction(drawn)
    )
    await say(brain, "Always answer in French.", "2024-03-02", speaker="Ana")
    if ticked:
        await run(brain)
        assert len(await texts(brain)) >= 2
    if how == "episode":
        await brain.episodes.forget(id_)
    elif how == "fact":
        await brain.forget((await brain.facts("Ana", "avoids"))[0].id)
    else:
        await brain.entities.forget((await brain.entities.get("Ana")).id)
    kept = await left_of(brain, "thunder")
    assert [kind for kind in kept if kind == "Directive"] == []
    await run(brain)
    assert await texts(brain) == ["Always answer in French"]
    assert [one.text for one in (await brain.recall("thunder")).directives] == ["Always answer in French"]


async def test_a_forgotten_message_of_nothing_but_dots_takes_no_directive_along(brain: Brain) -> None:
    dots = await say(brain, "." * 40, "2024-02-01")
    await say(brain, "Always answer in French.")
    await run(brain)
    await brain.episodes.forget(dots)
    assert await texts(brain) == ["Always answer in French"]


async def test_what_another_message_tells_is_read_again_when_one_is_forgotten(brain: Brain) -> None:
    first = await say(brain, "Always answer in French.", "2024-03-01")
    second = await say(brain, "Please always answer in French!", "2024-04-01")
    await say(brain, "Always answer in German.", "2024-05-01")
    last = await say(brain, "Always answer in French.", "2024-06-01")
    await run(brain)
    await brain.episodes.forget(first)
    assert "2024-03-01" not in str(
        [one.valid_from for one in (await brain.directives.list(include_superseded=True)).items]
    )
    await run(brain)
    old = [one for one in (await brain.directives.list(include_superseded=True)).items if one.episode_ids == (second,)]
    assert [one.superseded_by is not None for one in old] == [True]
    await brain.episodes.forget(last)
    assert await texts(brain) == ["Always answer in German"], "at once, without a tick"


async def test_a_directive_of_a_retracted_source_goes_and_comes_back_with_it(brain: Brain) -> None:
    lives = extraction(fact("Ana", "lives_in", "Porto"))
    await say(brain, "Ana lives in Porto. Always answer in French.", source="crm", extraction=lives)
    await run(brain)
    await brain.sources.retract("crm")
    await run(brain)
    assert await texts(brain) == []
    await brain.sources.restore("crm")
    await run(brain)
    assert await texts(brain) == ["Always answer in French"]


async def test_no_answer_of_facts_changes(brain: Brain) -> None:
    await preferred(brain)
    before = [(await brain.facts(include_closed=True)).items, (await brain.overview.stats()).revision]
    await run(brain)
    assert [(await brain.facts(include_closed=True)).items, (await brain.overview.stats()).revision] == before


async def test_an_export_has_the_directives_with_their_vectors(brain: Brain) -> None:
    await say(brain, "Always answer in French.")
    await run(brain)
    lines = [line async for line in brain.transfer.export()]
    copy = Brain(brain.engine, f"{brain.name}-copy")
    await copy.transfer.load(lines)
    assert await texts(copy) == ["Always answer in French"]
    assert [one.text for one in (await copy.recall("French")).directives] == ["Always answer in French"]
    assert (await run(copy)).done == 0


async def test_the_list_has_pages(brain: Brain) -> None:
    for number, text in enumerate(("Always answer in French.", "Never suggest seafood.", "I prefer tea.")):
        await say(brain, text, f"2024-03-0{number + 1}")
    await run(brain)
    first = await brain.directives.list(limit=2)
    rest = await brain.directives.list(limit=2, cursor=first.next_cursor)
    assert (len(first.items), len(rest.items), rest.next_cursor) == (2, 1, None)
    assert len({one.id for one in (*first.items, *rest.items)}) == 3
    with pytest.raises(InvalidInput):
        await brain.directives.list(limit=0)


async def test_a_budget_of_nothing_tells_nothing(brain: Brain) -> None:
    await say(brain, "Always answer in French.")
    await run(brain)
    settings = brain.engine.settings.with_overrides(directive_tokens=0)
    silent = Brain(replace(brain.engine, settings=settings), brain.name)
    found = await silent.recall("French")
    assert found.directives == ()
    assert "Standing" not in found.context


# ----------------------------------------------------------------- with a model


def reading(brain: Brain, script: Any) -> tuple[Brain, ScriptedDirectiveReader]:
    """The same brain with a scripted reader of directives."""
    reader = ScriptedDirectiveReader(script)
    models = replace(brain.engine.models, directive_reader=reader)
    return Brain(replace(brain.engine, models=models), brain.name), reader


def mornings(request: DirectiveRequest) -> Sequence[FoundDirective]:
    """A model that finds the time of work in each turn."""
    times = ("mornings", "evenings")
    return [
        FoundDirective(number, StandingWish(f"Works {time}", "preference", None, 0.8), (("time of work", time),))
        for number, turn in enumerate(request.turns)
        for time in times
        if time in turn.text
    ]


async def test_a_model_is_asked_once_for_a_batch_of_turns_that_may_have_a_directive(brain: Brain) -> None:
    await say(brain, "I always want to work in the mornings.", "2024-03-01")
    await say(brain, "What is the time?", "2024-03-02")
    await say(brain, "Never mind, evenings are what I prefer.\n> always mornings", "2024-03-03")
    asked, reader = reading(brain, mornings)
    report = await run(asked)
    assert (report.done, report.model_calls) == (2, 1)
    assert [turn.text for turn in reader.requests[0].turns] == [
        "I always want to work in the mornings.", "Never mind, evenings are what I prefer.",
    ]  # fmt: skip
    assert await texts(brain) == ["Works evenings"]
    again = await run(asked)
    assert (again.done, again.model_calls, again.statements, len(reader.requests)) == (0, 0, 1, 1)
    assert (await run(asked, dry_run=True)).model_calls == 0


@pytest.mark.parametrize("error", [ModelTimeout("slow"), ModelAnswerInvalid("nonsense")])
async def test_a_model_that_fails_changes_nothing_and_is_asked_again(brain: Brain, error: Exception) -> None:
    await say(brain, "I always work in the mornings.")

    def broken(_: DirectiveRequest) -> Sequence[FoundDirective]:
        raise error

    asked, _ = reading(brain, broken)
    report = await run(asked)
    assert (report.done, report.skipped, len(report.warnings)) == (0, 1, 1)
    whole, reader = reading(brain, mornings)
    assert (await run(whole)).done == 1
    assert len(reader.requests) == 1


async def test_the_model_of_the_service_reads_in_one_call_and_nonsense_in_its_answer_is_left_out(brain: Brain) -> None:
    await say(brain, "Always answer in French.", speaker="Ana")
    good = {
        "turn": 0, "text": "Always answer in French.", "scope": None, "kind": "instruction", "wanted": "yes",
        "topic": "answer language", "value": "French", "confidence": 0.9,
    }  # fmt: skip
    found = [good, {**good, "turn": 7}, {**good, "text": ""}, {**good, "turn": "x"}, "nonsense"]
    with ScriptedServer({"directives": found}) as server:
        values = {"openai_base_url": server.base_url, "openai_api_key": "sk-x", "model": "scripted"}
        chat = OpenAIChat.from_settings(brain.engine.settings.with_overrides(**values))
        models = replace(brain.engine.models, directive_reader=OpenAIDirectiveReader(chat))
        report = await run(Brain(replace(brain.engine, models=models), brain.name))
        await chat.aclose()
    assert (report.model_calls, len(server.requests)) == (1, 1)
    assert "0: Always answer in French." in server.requests[0].prompt
    one = await only(brain)
    assert (one.text, one.confidence <= 0.9, one.speaker) == ("Always answer in French.", True, "Ana")
