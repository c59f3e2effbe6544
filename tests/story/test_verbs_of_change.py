"""Verbs of change: a relation decides whether it is a state, whatever word and kind a model gives."""

from __future__ import annotations

from typing import Any

import pytest

from graphmem.brain import Brain
from graphmem.claims import Claim, Mention
from graphmem_contract.records import WriteResult
from tests.story.staging import Reading, with_models

EDDA, RAUL = Mention("Edda", "person"), Mention("Raul", "person")
KIRUNA, BRAGA = Mention("Kiruna", "place"), Mention("Braga", "place")
CORVANE, LUMEN = Mention("Corvane", "organization"), Mention("Lumen Foods", "organization")
EVERYBODY = (EDDA, RAUL, KIRUNA, BRAGA, CORVANE, LUMEN)


async def hear(
    brain: Brain, relation: str, object_: str, at: str, *, subject: str = "Edda", **more: Any
) -> WriteResult:
    text = more.pop("text", f"{subject} {relation.replace('_', ' ')} {object_}.")
    claim = Claim(subject, relation, object_, text, True, **more)
    reader = with_models(brain, extractor=Reading(EVERYBODY, (claim,)))
    result = await reader.remember(text, occurred_at=at, speaker="Edda")
    assert result.success
    return result


async def objects(brain: Brain, relation: str, at: str | None = None, subject: str = "Edda") -> set[str]:
    page = await brain.facts(subject=subject, relation=relation, valid_at=at)
    return {fact.object for fact in page}


@pytest.mark.parametrize(
    ("relation", "kind", "starts"),
    [
        ("moved_to", "event", "last week"),
        ("relocated_to", "event", None),
        ("lives_in", "event", "2025-06-13"),
        ("se_mudou_para", "event", "last week"),
        ("s'est_installée_à", "event", "last week"),
        ("ist_gezogen_nach", "event", None),
    ],
)
async def test_a_move_ends_the_home_before_it_and_lasts(
    brain: Brain, relation: str, kind: Any, starts: str | None
) -> None:
    await hear(brain, "lives_in", "Braga", "2025-01-10")
    await hear(brain, relation, "Kiruna", "2025-06-20", kind=kind, **({"starts": starts} if starts else {}))
    assert await objects(brain, "lives_in") == {"Kiruna"}
    assert await objects(brain, "lives_in", "2025-03-01T12:00:00Z") == {"Braga"}
    assert await objects(brain, "lives_in", "2025-07-20T12:00:00Z") == {"Kiruna"}


async def test_jobs_begin_and_end_by_their_verbs(brain: Brain) -> None:
    await hear(brain, "started_at", "Lumen Foods", "2025-01-10", kind="event", starts="2024-02")
    await hear(brain, "hired", "Edda", "2025-06-20", subject="Corvane", kind="event", starts="2025-05")
    assert await objects(brain, "works_at") == {"Corvane"}
    assert await objects(brain, "works_at", "2024-09-01T12:00:00Z") == {"Lumen Foods"}
    await hear(brain, "was_laid_off_by", "Corvane", "2025-07-09", kind="event", starts="yesterday")
    assert await objects(brain, "works_at", "2025-07-20T12:00:00Z") == set()
    assert await objects(brain, "works_at", "2025-07-01T12:00:00Z") == {"Corvane"}


async def test_a_verb_ends_the_state_that_the_two_are_known_to_have(brain: Brain) -> None:
    await hear(brain, "works_at", "Corvane", "2024-01-10")
    await hear(brain, "member_of", "Lumen Foods", "2024-02-10", text="Edda is a member of the Lumen Foods.")
    await hear(
        brain, "left", "Lumen Foods", "2025-06-20", kind="event", starts="2025-06-01", text="Edda left the Lumen Foods."
    )
    assert await objects(brain, "member_of") == set()
    assert await objects(brain, "member_of", "2024-09-01T12:00:00Z") == {"Lumen Foods"}
    assert await objects(brain, "works_at") == {"Corvane"}
    await hear(brain, "left", "Corvane", "2025-07-20", kind="event", text="Edda left Corvane.")
    assert await objects(brain, "works_at") == set()


async def test_an_engagement_ends_when_the_two_break_up(brain: Brain) -> None:
    await hear(brain, "engaged_to", "Raul", "2024-01-10")
    await hear(brain, "broke_up_with", "Raul", "2025-06-20", kind="event", starts="yesterday")
    assert await objects(brain, "engaged_to") == set()
    assert await objects(brain, "engaged_to", "2024-09-01T12:00:00Z") == {"Raul"}


async def test_a_diagnosis_lasts_until_the_recovery(brain: Brain) -> None:
    await hear(brain, "diagnosed_with", "sciatica", "2024-03-10", kind="event", starts="2024-03-08")
    assert await objects(brain, "has_condition", "2024-09-01T12:00:00Z") == {"sciatica"}
    await hear(brain, "recovered_from", "sciatica", "2025-06-20", kind="event", starts="2025-06-01")
    assert await objects(brain, "has_condition") == set()
    assert await objects(brain, "has_condition", "2025-05-01T12:00:00Z") == {"sciatica"}


async def test_a_secondment_leaves_the_job_as_it_is(brain: Brain) -> None:
    await hear(brain, "works_at", "Corvane", "2024-01-10")
    text = "I'm being seconded to Lumen Foods from 1 September to 27 February."
    await hear(brain, "seconded_to", "Lumen Foods", "2025-08-11", starts="1 September", until="27 February", text=text)
    assert await objects(brain, "works_at", "2025-10-10T12:00:00Z") == {"Corvane"}
    assert await objects(brain, "seconded_to", "2025-10-10T12:00:00Z") == {"Lumen Foods"}
    assert await objects(brain, "seconded_to", "2025-08-20T12:00:00Z") == set()


async def test_a_thing_that_is_bought_is_owned(brain: Brain) -> None:
    text = "Edda bought a second-hand wheelbarrow."
    await hear(brain, "bought", "wheelbarrow", "2024-03-10", kind="event", text=text)
    await hear(brain, "bought", "flour", "2024-03-11", kind="event", text="Edda bought some flour.")
    assert await objects(brain, "owns") == {"wheelbarrow"}
    await hear(brain, "sold", "wheelbarrow", "2025-03-10", kind="event", text="Edda sold her wheelbarrow.")
    assert await objects(brain, "owns") == set()


async def test_a_former_job_is_not_the_present_one(brain: Brain) -> None:
    await hear(brain, "works_at", "Corvane", "2025-03-03")
    await hear(brain, "worked_at", "Lumen Foods", "2025-04-04", kind="event", starts="2018", until="2021")
    assert await objects(brain, "works_at") == {"Corvane"}
    assert await objects(brain, "works_at", "2019-06-01T12:00:00Z") == {"Lumen Foods"}


async def test_a_plan_without_a_date_moves_nobody(brain: Brain) -> None:
    await hear(brain, "lives_in", "Braga", "2025-01-10")
    await hear(brain, "lives_in", "Kiruna", "2025-05-02", kind="plan", text="Edda wants to move to Kiruna some day.")
    assert await objects(brain, "lives_in") == {"Braga"}
    assert await objects(brain, "plans_lives_in") == {"Kiruna"}


async def test_a_marriage_that_is_told_as_an_event_lasts_until_the_divorce(brain: Brain) -> None:
    await hear(brain, "got_married_to", "Raul", "2023-06-14", kind="event", starts="last Saturday")
    await hear(brain, "divorced", "Raul", "2026-04-10", kind="event", starts="in February")
    assert await objects(brain, "married_to", "2024-09-01T12:00:00Z") == {"Raul"}
    assert await objects(brain, "married_to") == set()


async def test_a_verb_whose_object_fits_nothing_is_told_and_warned_of(brain: Brain) -> None:
    result = await hear(brain, "joined", "Kiruna", "2025-01-10", kind="event")
    assert result.warnings == ("unread_change: joined Kiruna",)
    assert await objects(brain, "joined", "2025-01-10T12:00:00Z") == {"Kiruna"}


async def test_a_new_boss_replaces_the_old_from_either_end(brain: Brain) -> None:
    await hear(brain, "has_boss", "Raul", "2025-01-08")
    claim = Claim("Helmi", "manages", "Edda", "Helmi is Edda's new boss.", True)
    reader = with_models(brain, extractor=Reading((EDDA, Mention("Helmi", "person")), (claim,)))
    await reader.remember("My new boss is Helmi.", occurred_at="2025-06-16", speaker="Edda")
    assert await objects(brain, "reports_to") == {"Helmi"}
    assert [f.subject for f in await brain.facts("Helmi", "manages")] == ["Edda"]


async def test_a_word_for_the_other_end_finds_what_is_stored_either_way_and_pages_through_both(brain: Brain) -> None:
    for n, who in enumerate(("Ida", "Raul", "Noor", "Tove", "Enno")):
        if n % 2:
            await brain.transfer.import_facts(
                [{"subject": "Helmi", "relation": "manages", "object": who}], resolve="exact"
            )
        else:
            await brain.add_fact(subject=who, relation="reports_to", object="Helmi", object_is_entity=True)
    every = await brain.facts(relation="manages")
    assert [f.relation for f in every] == ["reports_to", "manages"] * 2 + ["reports_to"]
    for asked in ({"relation": "manages"}, {"subject": "Helmi", "relation": "manages"}):
        found, cursor = [], None
        while True:
            page = await brain.facts(**asked, limit=2, cursor=cursor)
            assert 1 <= len(page) <= 2
            found += page.items
            cursor = page.next_cursor
            if cursor is None:
                break
        assert [f.id for f in found] == [f.id for f in every], asked
    assert [f.object for f in await brain.facts("Helmi", "manages", "Raul")] == ["Raul"]
    assert [f.subject for f in await brain.facts("Helmi", "manages", "Noor")] == ["Noor"]


async def test_a_date_in_words_takes_its_direction_from_its_clause(brain: Brain) -> None:
    await hear(brain, "works_at", "Corvane", "2025-02-03")
    notice = "I gave notice, my last day at Corvane is June 30."
    await hear(brain, "works_at", "Corvane", "2025-05-30", action="ends", until="June 30", text=notice)
    start = "I will start at Lumen Foods in September."
    await hear(brain, "works_at", "Lumen Foods", "2025-05-30", kind="state", starts="in September", text=start)
    assert await objects(brain, "works_at", "2025-06-15T12:00:00Z") == {"Corvane"}
    assert await objects(brain, "works_at", "2025-07-15T12:00:00Z") == set()
    assert await objects(brain, "works_at", "2025-09-15T12:00:00Z") == {"Lumen Foods"}


async def test_a_stay_until_friday_ends_on_the_coming_friday(brain: Brain) -> None:
    text = "I'm in Kiruna until Friday for a workshop."
    await hear(brain, "located_in", "Kiruna", "2025-06-03", until="until Friday", text=text)
    assert await objects(brain, "located_in", "2025-06-04T12:00:00Z") == {"Kiruna"}
    assert await objects(brain, "located_in", "2025-06-07T12:00:00Z") == set()


async def test_an_end_before_the_known_start_is_a_warning_with_the_date_that_was_read(brain: Brain) -> None:
    await hear(brain, "works_at", "Corvane", "2025-02-03", starts="2025-01")
    left = "I left Corvane in June."
    result = await hear(brain, "works_at", "Corvane", "2025-05-30", action="ends", until="in June", text=left)
    assert [w for w in result.warnings if w.startswith("end_before_start")] == [
        "end_before_start: works_at Corvane would end 2024-06-01 (read from “in June” → rule:month), it is known since 2025-01-01"
    ]


@pytest.mark.parametrize(
    ("relation", "action", "text"),
    [
        ("works_at", "holds", "Edda is staying at Corvane after all."),
        ("leaving", "never", "Edda is not leaving Corvane."),
        ("works_at", "holds", "Edda bleibt doch bei Corvane."),
    ],
)
async def test_a_notice_that_is_taken_back_ends_no_job(brain: Brain, relation: str, action: Any, text: str) -> None:
    await hear(brain, "works_at", "Corvane", "2025-01-15")
    leaving = "I am going to leave Corvane at the end of July."
    await hear(brain, "leaving", "Corvane", "2025-06-02", kind="plan", starts="the end of July", text=leaving)
    assert await objects(brain, "works_at", "2025-09-01T12:00:00Z") == set()
    result = await hear(brain, relation, "Corvane", "2025-07-10", action=action, text=text)
    assert result.warnings == ()
    assert await objects(brain, "works_at", "2025-09-01T12:00:00Z") == {"Corvane"}
    assert await objects(brain, "works_at", "2025-06-20T12:00:00Z") == {"Corvane"}


async def test_who_still_works_there_takes_no_notice_back(brain: Brain) -> None:
    await hear(brain, "works_at", "Corvane", "2025-01-15")
    leaving = "I am going to leave Corvane at the end of July."
    await hear(brain, "leaving", "Corvane", "2025-06-02", kind="plan", starts="the end of July", text=leaving)
    await hear(brain, "works_at", "Corvane", "2025-07-10", text="Edda still works at Corvane.")
    assert await objects(brain, "works_at", "2025-09-01T12:00:00Z") == set()


@pytest.mark.parametrize("late", [False, True])
@pytest.mark.parametrize(
    ("relation", "text"),
    [
        ("died", "Edda died in March."),
        ("passed_away_in", "Edda passed away in March."),
        ("faleceu_em", "A Edda faleceu em março."),
        ("murió_en", "Edda murió en marzo."),
        ("est_morte_à", "Edda est morte en mars."),
        ("starb_in", "Edda starb im März."),
    ],
)
async def test_a_death_ends_every_state_but_kinship(brain: Brain, relation: str, text: str, late: bool) -> None:
    died = {"kind": "event", "starts": "2025-03", "text": text}
    if late:
        await hear(brain, relation, "Braga", "2025-04-02", **died)
    await hear(brain, "lives_in", "Kiruna", "2025-01-10", starts="2020")
    await hear(brain, "married_to", "Edda", "2025-01-10", subject="Raul", starts="2021")
    await hear(brain, "parent_of", "Raul", "2025-01-10", starts="2001")
    if not late:
        await hear(brain, relation, "Braga", "2025-04-02", **died)
    assert await objects(brain, "lives_in", "2025-02-01T12:00:00Z") == {"Kiruna"}
    assert await objects(brain, "lives_in", "2025-05-01T12:00:00Z") == set()
    assert await objects(brain, "parent_of", "2025-05-01T12:00:00Z") == {"Raul"}
    assert await objects(brain, "married_to", "2025-05-01T12:00:00Z", subject="Raul") == set()


async def test_a_death_that_is_denied_gives_the_states_back(brain: Brain) -> None:
    await hear(brain, "works_at", "Corvane", "2025-01-10", starts="2020")
    await hear(brain, "died_in", "Braga", "2025-04-02", kind="event", starts="2025-03")
    assert await objects(brain, "works_at", "2025-05-01T12:00:00Z") == set()
    await hear(brain, "died_in", "Braga", "2025-04-03", action="never", text="No, Edda did not die in Braga.")
    assert await objects(brain, "works_at", "2025-05-01T12:00:00Z") == {"Corvane"}


async def test_a_plan_that_is_put_off_has_its_new_date_only(brain: Brain) -> None:
    first = "The opening of Lumen Foods is on 12 May."
    await hear(
        brain, "opens_on", "12 May", "2025-04-01", subject="Lumen Foods", kind="plan", starts="12 May", text=first
    )
    late = "The opening of Lumen Foods has been pushed back to 2 June."
    await hear(
        brain, "opens_on", "2 June", "2025-05-05", subject="Lumen Foods", kind="plan", starts="2 June", text=late
    )
    assert await objects(brain, "opens_on", "2025-06-03T12:00:00Z", subject="Lumen Foods") == {"2 June"}
    assert await objects(brain, "opens_on", "2025-05-20T12:00:00Z", subject="Lumen Foods") == set()


async def test_a_trip_that_is_called_off_leaves_no_trip(brain: Brain) -> None:
    going = "We are going to Braga in July."
    await hear(brain, "visits", "Braga", "2025-04-01", kind="plan", starts="in July", text=going)
    off = await hear(brain, "visits", "Braga", "2025-06-28", action="ends", text="The trip to Braga is off.")
    assert await objects(brain, "visits", "2025-07-15T12:00:00Z") == set()
    assert off.warnings == ()


async def test_a_brain_has_verbs_of_its_own(brain: Brain) -> None:
    """A person lets a verb begin or end a relation; the verb counts before the table and gives no warning."""
    verbs = {"sails_under": "begins", "jumped_overboard_from": "ends", "joined": "begins"}
    await brain.ontology.set_relation("crew_of", cardinality="one", kind="state", reads_as=verbs)  # type: ignore[arg-type]
    await hear(brain, "sails_under", "Lumen Foods", "2025-01-10", kind="event", starts="2025-01-05")
    assert await objects(brain, "crew_of", "2025-03-01T12:00:00Z") == {"Lumen Foods"}
    await hear(brain, "jumped_overboard_from", "Lumen Foods", "2025-05-10", kind="event", starts="2025-05-05")
    assert await objects(brain, "crew_of", "2025-06-01T12:00:00Z") == set()
    result = await hear(brain, "joined", "Kiruna", "2025-07-10", kind="event")
    assert result.warnings == ()
    assert await objects(brain, "crew_of", "2025-08-01T12:00:00Z") == {"Kiruna"}
    relations = {row["name"]: row for row in (await brain.ontology.get())["relations"]}
    assert (relations["crew_of"]["kind"], relations["crew_of"]["ended_by"]) == ("state", ["jumped_overboard_from"])


async def test_a_person_may_let_the_claim_decide_about_the_kind(brain: Brain) -> None:
    await brain.ontology.set_relation("lives_in", kind="claim")
    await hear(brain, "lives_in", "Kiruna", "2025-01-10", kind="event", starts="2025-01-05")
    assert await objects(brain, "lives_in", "2025-01-05T12:00:00Z") == {"Kiruna"}
    assert await objects(brain, "lives_in", "2025-01-07T12:00:00Z") == set()


@pytest.mark.parametrize("job", ["job", "my job", "o emprego", "el trabajo", "mon travail", "die stelle"])
async def test_who_quits_the_job_quits_the_only_one(brain: Brain, job: str) -> None:
    await hear(brain, "works_at", "Corvane", "2025-01-10")
    quit_ = Claim("Edda", "quit", job, "Edda quit her job today.", False, kind="event", starts="today")
    await with_models(brain, extractor=Reading((EDDA,), (quit_,))).remember(
        "I quit!", occurred_at="2025-05-02", speaker="Edda"
    )
    assert await objects(brain, "works_at", "2025-05-10T12:00:00Z") == set()
