"""A text that is forgotten while a model writes is in nothing that is stored: no observation, topic, summary, directive."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from graphmem.brain import Brain
from graphmem.claims import Claimed, Emotion, Extracted, Mention, Profile, Request
from graphmem.directives.reading import StandingWish
from graphmem.models.digests.writer import DigestRequest
from graphmem.models.directives.reader import DirectiveRequest, FoundDirective, ReadDirectives
from graphmem.models.observations.observer import ObservationRequest, Observed, WrittenObservation
from graphmem.models.profiles.writer import ProfileRequest
from graphmem.models.summaries import Summarised, SummaryRequest
from graphmem.upkeep.tick import tick
from graphmem_contract.upkeep import JobName, JobReport
from tests.scripted_models import ScriptedDigestWriter, ScriptedDirectiveReader, ScriptedObserver, ScriptedProfileWriter
from tests.story.telling import fact, left_of, tell

Forget = Callable[[], Awaitable[Any]]
WORDS = ("vaults", "ledgers")
"""Two messages tell the first fact, each with a word of its own. The fact has the sentence of one of them."""


class Meanwhile:
    """Forgets something the first time that a model is asked."""

    def __init__(self, forget: Forget) -> None:
        self.forget, self.is_done = forget, False

    async def __call__(self) -> None:
        if not self.is_done:
            self.is_done = True
            await self.forget()


def with_model(brain: Brain, **model: Any) -> Brain:
    return Brain(replace(brain.engine, models=replace(brain.engine.models, **model)), brain.name)


def observing(brain: Brain, meanwhile: Meanwhile, supported_by: int = 100) -> Brain:
    """An observer that repeats all sentences, and says that the newest of them support it."""

    def quoted(request: ObservationRequest) -> list[WrittenObservation]:
        ids = tuple(one.id for one in request.facts[:supported_by])
        text = " ".join((*(one.text for one in request.facts), *request.known))
        return [WrittenObservation("insight", text, text, 0.5, 0.5, ids)]

    class Slow(ScriptedObserver):
        async def observe(self, request: ObservationRequest) -> Observed:
            await meanwhile()
            return await super().observe(request)

    return with_model(brain, observer=Slow(quoted))


def telling(brain: Brain, meanwhile: Meanwhile) -> Brain:
    """A writer of digests and profiles that repeats all sentences."""

    class SlowDigests(ScriptedDigestWriter):
        async def write(self, request: DigestRequest) -> Any:
            await meanwhile()
            return await super().write(request)

    class SlowProfiles(ScriptedProfileWriter):
        async def write(self, request: ProfileRequest) -> Any:
            await meanwhile()
            return await super().write(request)

    def quoted(request: Any) -> str:
        return " ".join(one.text for one in request.facts)

    digests = SlowDigests(lambda request: (quoted(request), quoted(request)))
    return with_model(brain, digest_writer=digests, profile_writer=SlowProfiles(quoted))


async def run(brain: Brain, job: JobName, *, days: float = 0) -> JobReport:
    now = datetime.now(UTC) + timedelta(days=days)
    (report,) = (await tick(brain.engine, brain.name, [job], now=now)).jobs
    return report


async def herons(brain: Brain, count: int = 10) -> tuple[str, dict[str, str]]:
    """Facts about Ana, that fade. The first one is told twice; returns the word of its sentence, and both messages."""
    ids = {}
    for year, word in zip((2020, 2019), WORDS, strict=True):
        text = f"Ana watches the heron near the {word}"
        told = await tell(brain, f"{year}-01-01", {**fact("Ana", "watches", "Heron"), "text": text, **FADES})
        ids[word] = told.episode_id or ""
    for n in range(1, count):
        text = f"Ana watches the heron number {n}"
        await tell(brain, "2020-01-01", {**fact("Ana", "watches", f"Heron {n}"), "text": text, **FADES})
    (first,) = [one for one in await brain.facts("Ana", "watches") if one.object == "Heron"]
    (word,) = [one for one in WORDS if one in first.text]
    return word, ids


FADES = {"category": "episodic", "importance": 0.1, "cardinality": "many"}
TOLD: dict[JobName, float] = {"observations": 0, "clusters": 0, "summaries": 0, "profiles": 0, "decay": 4000}
"""Jobs that a model tells facts for, and the days after which they run."""


@pytest.mark.parametrize("job", TOLD)
async def test_a_sentence_that_is_forgotten_while_a_model_writes_is_not_stored(brain: Brain, job: JobName) -> None:
    word, ids = await herons(brain)
    meanwhile = Meanwhile(lambda: brain.episodes.forget(ids[word]))
    slow = observing(brain, meanwhile) if job == "observations" else telling(brain, meanwhile)
    await run(slow, job, days=TOLD[job])
    assert meanwhile.is_done
    assert await left_of(brain, word) == []
    assert (await run(slow, job, days=TOLD[job])).done > 0, "the next run writes it without that sentence"
    assert await left_of(brain, word) == []
    assert await left_of(brain, "heron number 3") != []


async def test_a_fact_that_an_observer_was_told_is_not_stored_though_others_support_the_observation(
    brain: Brain,
) -> None:
    await herons(brain, 4)
    secret = await tell(brain, "2019-01-01", fact("Bruno", "fears", "thunder", object_is_entity=False))
    for n in range(2):
        await tell(brain, "2020-01-01", fact("Ana", "likes", f"tea {n}"))
    meanwhile = Meanwhile(lambda: brain.forget(secret.facts_added[0].id or ""))
    slow = observing(brain, meanwhile, supported_by=2)
    assert (await run(slow, "observations")).done == 0
    assert await left_of(brain, "thunder") == []
    assert (await run(slow, "observations")).done == 1


async def test_the_text_of_an_observation_that_is_forgotten_while_the_next_one_is_written_is_not_repeated(
    brain: Brain,
) -> None:
    secret = await tell(brain, "2019-01-01", fact("Bruno", "fears", "thunder", object_is_entity=False))
    await herons(brain, 4)

    async def nothing() -> None:
        """Forget nothing."""

    assert (await run(observing(brain, Meanwhile(nothing)), "observations")).done == 1
    meanwhile = Meanwhile(lambda: brain.forget(secret.facts_added[0].id or ""))
    await brain.add_fact(subject="Ana", relation="likes", object="tea")
    await run(observing(brain, meanwhile), "observations")
    assert meanwhile.is_done
    assert await left_of(brain, "thunder") == []


@pytest.mark.parametrize("job", ["observations", "decay"])
async def test_an_episode_that_is_forgotten_while_a_model_writes_is_no_source(brain: Brain, job: JobName) -> None:
    word, ids = await herons(brain)
    (other,) = (id_ for key, id_ in ids.items() if key != word)
    meanwhile = Meanwhile(lambda: brain.episodes.forget(other))
    slow = observing(brain, meanwhile) if job == "observations" else telling(brain, meanwhile)
    for _ in range(2):
        await run(slow, job, days=TOLD[job])
        assert await left_of(brain, other, but="Change") == ["Forgotten"]
    assert len((await brain.observations.list()).items) == 1


async def test_a_fact_that_is_forgotten_while_a_session_is_summed_up_is_not_in_the_summary(brain: Brain) -> None:
    fears = fact("Ana", "fears", "thunder", object_is_entity=False)
    told = await tell(brain, "2024-01-01", fears, text="Hello.", session_id="s")

    class Slow:
        def __init__(self) -> None:
            self.asked = 0

        async def summarise(self, request: SummaryRequest) -> Summarised:
            self.asked += 1
            if self.asked == 1:
                await brain.forget(told.facts_added[0].id or "")
            return Summarised(" ".join(request.facts) or "Nothing.")

    slow = Slow()
    found = await with_model(brain, summariser=slow).sessions.summarise("s")
    assert (found.summary, slow.asked) == ("Nothing.", 2)
    assert await left_of(brain, "thunder") == []


class Profiling:
    """An extractor that makes a profile of Ana from what it is told of her."""

    name, wants_context = "profiling", True

    def __init__(self, meanwhile: Meanwhile) -> None:
        self._meanwhile = meanwhile

    async def mentions(self, request: Request) -> Extracted:
        await self._meanwhile()
        profile = Profile("Ana", " ".join(request.known) or "Nothing is known.")
        return Extracted((Mention("Ana", "person"),), (), "informed", Emotion(), profiles=(profile,))

    async def claims(self, request: Request, mentions: Sequence[Mention]) -> Claimed:
        raise AssertionError("the claims are there already")


async def test_no_profile_comes_from_a_message_during_which_something_was_forgotten(brain: Brain) -> None:
    secret = await tell(brain, "2024-01-01", {**fact("Ana", "fears", "thunder"), "text": "Ana fears thunder a lot"})
    meanwhile = Meanwhile(lambda: brain.forget(secret.facts_added[0].id or ""))
    reader = with_model(brain, extractor=Profiling(meanwhile))
    await reader.remember("What does Ana think about thunder?")
    assert meanwhile.is_done
    assert (await brain.entities.get("Ana")).profile is None
    await reader.remember("What does Ana think about rain?")
    found = (await brain.entities.get("Ana")).profile
    assert found is not None
    assert found.text == "Nothing is known."


async def say(brain: Brain, text: str, *facts: dict[str, Any]) -> str:
    told = await tell(brain, "2024-03-01", *facts, text=text, role="user", speaker="Ana")
    return told.episode_id or ""


def reading(brain: Brain, meanwhile: Meanwhile) -> Brain:
    """A reader of directives that takes every turn for one."""

    def each(request: DirectiveRequest) -> list[FoundDirective]:
        return [
            FoundDirective(number, StandingWish(turn.text, "instruction", None, 0.9))
            for number, turn in enumerate(request.turns)
        ]

    class Slow(ScriptedDirectiveReader):
        async def read(self, request: DirectiveRequest) -> ReadDirectives:
            await meanwhile()
            return await super().read(request)

    return with_model(brain, directive_reader=Slow(each))


async def test_no_directive_is_drawn_from_a_message_a_fact_of_which_is_forgotten_while_the_model_reads(
    brain: Brain,
) -> None:
    await say(brain, "Never mention thunder to me.", {**fact("Ana", "fears", "thunder"), "object_is_entity": False})
    await say(brain, "Always answer in French.")
    (held,) = await brain.facts("Ana", "fears")
    slow = reading(brain, Meanwhile(lambda: brain.forget(held.id)))
    for _ in range(2):
        await run(slow, "directives")
        assert "Directive" not in await left_of(brain, "thunder")
    assert [one.text for one in (await brain.directives.list()).items] == ["Always answer in French."]


async def test_the_sentence_of_a_fact_that_is_forgotten_while_the_model_reads_is_no_directive(brain: Brain) -> None:
    texts = {word: f"Ana prefers the tea that stands near the {word}." for word in WORDS}
    ids = {
        word: await say(brain, f"Always {n}.", {**fact("Ana", "prefers", "tea", object_is_entity=False), "text": text})
        for n, (word, text) in enumerate(texts.items())
    }
    (held,) = await brain.facts("Ana", "prefers")
    (word,) = [one for one in WORDS if one in held.text]
    slow = reading(brain, Meanwhile(lambda: brain.episodes.forget(ids[word])))
    for _ in range(2):
        await run(slow, "directives")
        assert await left_of(brain, word) == []
    assert (await brain.directives.list()).items


async def test_the_sentence_of_a_fact_that_is_forgotten_later_is_in_no_directive(brain: Brain) -> None:
    texts = {word: f"Ana prefers the tea that stands near the {word}." for word in WORDS}
    ids = {
        word: await say(brain, "Hm.", {**fact("Ana", "prefers", "tea", object_is_entity=False), "text": text})
        for word, text in texts.items()
    }
    (held,) = await brain.facts("Ana", "prefers")
    (word,) = [one for one in WORDS if one in held.text]
    await run(brain, "directives")
    assert await left_of(brain, word) != []
    await brain.episodes.forget(ids[word])
    assert await left_of(brain, word) == []
    await run(brain, "directives")
    assert await left_of(brain, word) == []
