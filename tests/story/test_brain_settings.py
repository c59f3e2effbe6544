"""Settings of a brain: stored, checked, above the settings of the service and below those of a call."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from graphmem.brain import Brain
from graphmem.brain_settings import layered, read_settings
from graphmem.claims import ABSENT, Claim, Claimed, Extracted, Mention, Request
from graphmem.models.model_set import Models
from graphmem.models.openai.prompts import informed_prompt
from graphmem.models.response_shapes import ReadAnswer, without_invented_starts
from graphmem.settings import Settings
from graphmem_contract.errors import InvalidInput
from graphmem_contract.records import Message
from graphmem_contract.settings import BrainSettings
from tests.bolt import counted
from tests.story.telling import fact, held, only, tell


class Diary:
    """An extractor that reads "X likes Y yesterday." as a fact that starts in words, and records its requests."""

    name = "diary"

    def __init__(self) -> None:
        self.asked: list[Request] = []

    async def mentions(self, request: Request) -> Extracted:
        self.asked.append(request)
        who, what, when = request.content.rstrip(".").split(" ", 2)
        claim = Claim(who, "did", what, request.content, starts=when)
        return Extracted((Mention(who, "person"),), (claim,), "offline")

    async def claims(self, request: Request, mentions: Sequence[Mention]) -> Claimed:
        raise AssertionError("the claims are there already")


def reading(brain: Brain, extractor: Any) -> Brain:
    """Return the same brain with that extractor."""
    models = Models(extractor, None, brain.engine.models.embedder)
    return Brain(replace(brain.engine, models=models), brain.name)


@pytest.fixture
def diary(brain: Brain) -> Brain:
    return reading(brain, Diary())


def test_what_a_brain_may_set_is_what_the_service_has_with_the_same_limits() -> None:
    service, brain = (
        Settings.model_json_schema(by_alias=False)["properties"],
        BrainSettings.model_json_schema()["properties"],
    )
    for name, shape in brain.items():
        own = [one for one in shape["anyOf"] if one != {"type": "null"}]
        other = service[name]
        wanted = [one for one in other.get("anyOf", [other]) if one != {"type": "null"}]
        for word in ("type", "enum", "minimum", "maximum", "exclusiveMinimum"):
            assert own[0].get(word) == wanted[0].get(word, other.get(word)), (name, word)


def test_every_setting_of_a_brain_stands_in_the_manual() -> None:
    manual = (Path(__file__).parents[2] / "docs" / "rest.md").read_text("utf8")
    told = re.findall(r"^\| (`.*?) \|", manual.partition("### `PATCH /v1/brains/{brain}`")[2], re.MULTILINE)
    assert set(BrainSettings.model_fields) <= {name for row in told for name in re.findall(r"`(\w+)`", row)}


async def test_settings_are_kept_merged_and_put_back(brain: Brain) -> None:
    assert await brain.settings() == BrainSettings()
    await brain.configure(auto_extract=False, models={"judge": "large"}, language="pt")
    await brain.configure(mode="hybrid", language=None)
    assert (await brain.settings()).changes == {"auto_extract": False, "models": {"judge": "large"}, "mode": "hybrid"}
    await brain.configure(auto_extract=None, models=None, mode=None)
    assert await brain.settings() == BrainSettings()


@pytest.mark.parametrize(
    ("changes", "field"),
    [({"colour": "red"}, "colour"), ({"mode": "row"}, "mode"), ({"min_confidence": -1}, "min_confidence")],
)
async def test_unusable_settings_are_refused_by_name_and_change_nothing(
    brain: Brain, changes: dict[str, Any], field: str
) -> None:
    await brain.configure(mode="raw")
    with pytest.raises(InvalidInput) as refused:
        await brain.configure(auto_extract=False, **changes)
    assert refused.value.field == field
    assert (await brain.settings()).changes == {"mode": "raw"}


async def test_a_call_comes_before_the_brain_and_the_brain_before_the_service(diary: Brain) -> None:
    extractor = diary.engine.models.extractor
    assert isinstance(extractor, Diary)
    await diary.remember("Ana swam today")
    await diary.configure(instructions="Mind the brain.", language="pt")
    await diary.remember("Ana ran today")
    await diary.remember("Ana sang today", config_overrides={"instructions": "Mind the call."})
    told = [(request.instructions, request.language) for request in extractor.asked]
    assert told == [(None, None), ("Mind the brain.", "pt"), ("Mind the call.", "pt")]


def test_models_of_a_stage_are_merged_stage_by_stage() -> None:
    service = Settings(_env_file=None, models={"judge": "a", "claims": "a"})
    brain = BrainSettings(models={"judge": "b", "summary": "b"})
    assert layered(service, brain, {}).models == {"judge": "b", "claims": "a", "summary": "b"}
    assert layered(service, brain, {"models": {"judge": "c"}}).models == {"judge": "c", "claims": "a", "summary": "b"}


async def test_settings_of_a_brain_cost_no_round_trip(diary: Brain) -> None:
    await diary.configure(instructions="Mind the brain.")
    with counted() as sent:
        await diary.remember("Ana swam today")
    assert sent["RUN"] == 1 + 6, "as many as without settings, of somebody new"


async def test_a_threshold_of_the_brain_counts_for_messages_facts_by_hand_and_imports(brain: Brain) -> None:
    async def names() -> list[str]:
        return sorted(entity.name for entity in await brain.entities.list())

    await brain.add_fact(subject="Katharina Wolf", relation="likes", object="tea")
    await brain.configure(fuzzy_threshold=0.0, candidate_threshold=0.0)
    await brain.add_fact(subject="Katarina Wolf", relation="likes", object="coffee")
    await brain.transfer.import_facts([fact("Catharina Wolf", "likes", "milk")])
    assert await names() == ["Katharina Wolf"]
    await brain.configure(fuzzy_threshold=1.0, candidate_threshold=1.0)
    await brain.add_fact(subject="Katarina Wolff", relation="likes", object="mate")
    assert await names() == ["Katarina Wolff", "Katharina Wolf"]


async def test_the_least_confidence_of_a_brain_counts_where_the_question_names_none(brain: Brain) -> None:
    await tell(brain, "2024-01-01", fact("Ana", "works_at", "Acme", confidence=0.7))

    async def found(**options: Any) -> int:
        return len((await brain.recall("Where does Ana work?", recipe="facts", **options)).facts)

    assert await found() == 1
    await brain.configure(min_confidence=0.8)
    assert (await found(), await found(min_confidence=0.5)) == (0, 1)
    assert len((await brain.recall(entities=["Ana"])).facts) == 0
    await brain.configure(min_confidence=None)
    assert await found() == 1


@pytest.mark.parametrize("zone", ["brain", "call"])
async def test_yesterday_is_yesterday_where_the_message_was_written(diary: Brain, zone: str) -> None:
    """23:30 on 9 June in São Paulo is 10 June in UTC."""
    overrides = {}
    if zone == "brain":
        await diary.configure(time_zone="America/Sao_Paulo")
    else:
        overrides = {"time_zone": "America/Sao_Paulo"}
    await diary.remember("Ana swam yesterday", occurred_at="2026-06-10T02:30:00Z", config_overrides=overrides)
    swam = await only(diary, "Ana", "did", include_closed=True)
    assert swam.valid_from is not None
    assert swam.valid_from.isoformat() == "2026-06-08T03:00:00+00:00"
    extractor = diary.engine.models.extractor
    assert isinstance(extractor, Diary)
    assert extractor.asked[-1].time_zone == "America/Sao_Paulo"


async def test_yesterday_is_the_day_before_the_turn_that_says_so(diary: Brain) -> None:
    class OfTurns(Diary):
        async def mentions(self, request: Request) -> Extracted:
            self.asked.append(request)
            claims = tuple(
                Claim("Ana", m.content.split()[1], "x", m.content, starts=m.content.split()[-1])
                for m in request.messages
            )
            return Extracted((Mention("Ana", "person"),), claims, "offline")

    turns = [
        Message(name="Ana", content="I swam yesterday", time=datetime(2026, 6, 10, 12, tzinfo=UTC)),
        Message(name="Ana", content="I rode today", time=datetime(2026, 6, 14, 12, tzinfo=UTC)),
    ]
    await reading(diary, OfTurns()).remember(messages=turns)
    swam, rode = [await only(diary, "Ana", relation, include_closed=True) for relation in ("swam", "rode")]
    assert (f"{swam.valid_from:%F}", f"{rode.valid_from:%F}") == ("2026-06-09", "2026-06-14")


def test_a_prompt_shows_the_times_of_its_place() -> None:
    turn = Message(name="Ana", content="I swam yesterday", time=datetime(2026, 6, 10, 2, 30, tzinfo=UTC))
    asked = Request("…", datetime(2026, 6, 10, 2, 30, tzinfo=UTC), messages=(turn,), time_zone="America/Sao_Paulo")
    prompt = informed_prompt(asked).user
    assert "Written: Tuesday 2026-06-09 23:30 (America/Sao_Paulo)" in prompt
    assert "[2026-06-09 23:30] Ana: I swam yesterday" in prompt
    copied = ReadAnswer(claims=(Claim("Ana", "did", "swim", "Ana swam", starts="2026-06-09"),))
    assert without_invented_starts(copied, asked).claims[0].starts == ABSENT, "the local day of writing, copied"


async def test_how_and_by_which_model_a_brain_is_read_reaches_the_extractor(brain: Brain) -> None:
    asked: list[dict[str, Any]] = []

    class Adaptable(Diary):
        def configured(self, changes: dict[str, Any]) -> Diary:
            asked.append(changes)
            return self

    adaptable = reading(brain, Adaptable())
    await adaptable.remember("Ana swam today")
    await adaptable.configure(extraction="staged", models={"claims": "large"})
    await adaptable.remember("Ana ran today")
    await adaptable.remember("Ana sang today", config_overrides={"models": {"claims": "small"}})
    assert asked == [
        {"models": {"claims": "large"}, "extraction": "staged"},
        {"models": {"claims": "small"}, "extraction": "staged"},
    ]


async def test_a_supplied_time_without_a_zone_stays_utc(brain: Brain) -> None:
    await brain.configure(time_zone="America/Sao_Paulo")
    await tell(brain, "2026-06-10", fact("Ana", "works_at", "Acme", valid_from="2026-06-09T23:30:00"))
    work = await only(brain, "Ana", "works_at")
    assert work.valid_from is not None
    assert work.valid_from.isoformat() == "2026-06-09T23:30:00+00:00"


@pytest.mark.parametrize(
    "overrides", [{"time_zone": "Mars/Olympus"}, {"mode": "verbatim"}, {"extraction_threshold": 0}]
)
async def test_an_override_that_is_not_usable_is_refused_before_anything_is_stored(
    brain: Brain, overrides: dict[str, Any]
) -> None:
    with pytest.raises(InvalidInput) as refused:
        await brain.remember("hello", config_overrides=overrides)
    assert refused.value.field == next(iter(overrides))
    assert (await brain.overview.stats()).episodes == {}


async def test_what_belongs_to_the_service_cannot_be_overridden_by_a_call(brain: Brain) -> None:
    result = await brain.remember(
        "hello", config_overrides={"openai_base_url": "http://elsewhere", "max_content_chars": 1}
    )
    assert [w for w in result.warnings if "belongs to the service" in w] == list(result.warnings)
    assert len(result.warnings) == 2


async def test_settings_that_became_unusable_warn_and_the_rest_counts(diary: Brain) -> None:
    stored = '{"mode": "verbatim", "instructions": "Mind the brain.", "was_a_setting": 1}'
    await diary.configure(mode="raw")
    await diary.engine.store.driver.execute_query(
        "MATCH (b:Brain {id: $id}) SET b.settings = $stored", id=diary.name, stored=stored
    )
    result = await diary.remember("Ana swam today")
    assert result.status == "extracted"
    assert [w for w in result.warnings if "mode" in w or "was_a_setting" in w] == list(result.warnings)
    assert len(result.warnings) == 2
    extractor = diary.engine.models.extractor
    assert isinstance(extractor, Diary)
    assert extractor.asked[-1].instructions == "Mind the brain."


@pytest.mark.parametrize("stored", ["", "nonsense", "[1]", "7", '"x"', "null"])
def test_settings_that_cannot_be_read_follow_the_service(stored: str) -> None:
    settings, warnings = read_settings(stored)
    assert settings == BrainSettings()
    assert len(warnings) == 1


async def test_settings_of_one_brain_do_not_concern_another(diary: Brain) -> None:
    await diary.configure(auto_extract=False)
    other = Brain(diary.engine, f"{diary.name}-other")
    assert (await other.remember("Ana swam today")).status == "extracted"
    assert await held(other, "Ana", "did") != []
    assert await other.settings() == BrainSettings()
