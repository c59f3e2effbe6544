"""The context is the same every time and keeps to its budget."""

from __future__ import annotations

from datetime import UTC, datetime
from functools import partial
from typing import Any

import pytest

from graphmem.recall import context
from graphmem.recall.context import tokens
from graphmem.recall.context_lines import MOST_ENDED, EndedFact, SpokenSource
from graphmem_contract.choices import Style
from graphmem_contract.reads import Episode
from graphmem_contract.records import Entity, Fact, StatedCondition

DAY = datetime(2025, 3, 1, tzinfo=UTC)
LATER = datetime(2026, 1, 1, tzinfo=UTC)
context_of = partial(context.context_of, at=LATER)


def fact(text: str, subject: str = "Ana", **changes: Any) -> Fact:
    row: dict[str, Any] = {
        "id": text, "subject": subject, "subject_id": subject.lower(), "relation": "works_at", "object": "Globex",
        "object_id": "globex", "object_kind": "entity", "text": text, "valid_from": DAY, "valid_until": None, "holds_now": True,
        "recorded_at": DAY, "confidence": 1.0,
    }  # fmt: skip
    return Fact(**{**row, **changes})


def turn(content: str, day: int = 1, speaker: str | None = "Ana") -> Episode:
    at = datetime(2025, 3, day, tzinfo=UTC)
    return Episode(
        id=content, content=content, kind="message", speaker=speaker, occurred_at=at, recorded_at=at, status="extracted"
    )


def replace_end(told: Fact, end: datetime | None, **changes: Any) -> Fact:
    return told.model_copy(update={"valid_until": end, "holds_now": end is None, **changes})


ANA = Entity(id="ana", key="person:ana", name="Ana", type="person")
ROME = Entity(id="rome", key="location:rome", name="Rome", type="location")


def test_nothing_gives_nothing() -> None:
    assert context_of([], [], [ANA], 800) == ""


def test_the_value_of_a_fact_that_is_over_is_no_known_entity() -> None:
    over = fact("Ana lived in Rome", object_id="rome", valid_until=DAY, holds_now=False)
    assert "Known entities: Ana (person)" in context_of([over], [], [ANA, ROME], 800).splitlines()
    still = replace_end(over, None)
    assert "Known entities: Ana (person), Rome (location)" in context_of([still], [], [ANA, ROME], 800).splitlines()
    event = replace_end(over, DAY, kind="event")
    assert "Known entities: Ana (person), Rome (location)" in context_of([event], [], [ANA, ROME], 800).splitlines()


def test_a_value_that_is_marked_as_withdrawn_is_told_as_over() -> None:
    told = fact("deadline: [withdrawn] Friday", object="[withdrawn] Friday")
    assert "- deadline: [withdrawn] Friday (no longer true: it is marked so itself)" in context_of([told], [], [], 800)


def test_facts_are_grouped_by_their_subject_with_their_dates() -> None:
    facts = [
        fact("Ana works at Globex"),
        fact("Bob likes tea", "Bob", confidence=0.6),
        fact("Ana worked at Acme", valid_until=DAY, valid_from=None, holds_now=False),
        fact(
            "Ana visits Rome", valid_from=datetime(2031, 1, 1, tzinfo=UTC), holds_now=False, upcoming=True, kind="plan"
        ),
        fact("Ana saw a concert", kind="event", valid_until=datetime(2025, 3, 2, tzinfo=UTC), holds_now=False),
    ]
    assert context_of(facts, [turn("I moved")], [ANA, ROME], 800).splitlines() == [
        "- Ana works at Globex (since 2025-03-01)",
        "Key facts:",
        "Bob:",
        "- Bob likes tea (since 2025-03-01) (confidence: 0.60)",
        "Ana:",
        "- Ana worked at Acme (no longer true: until 2025-03-01)",
        "- Ana visits Rome (upcoming, from 2031-01-01)",
        "- Ana saw a concert (2025-03-01)",
        "Recent episodes:",
        "- [2025-03-01] Ana: I moved",
        "Known entities: Ana (person)",
    ]


def test_the_first_line_is_what_fits_best() -> None:
    told = partial(
        context_of, [fact("Ana has a cat"), fact("Bob likes tea", "Bob")], [turn("I moved"), turn("Hello")], [], 800
    )
    assert told(fits={"Ana has a cat": 0.6, "I moved": 0.9}).splitlines() == [
        "- [2025-03-01] Ana: I moved",
        "Recent episodes:",
        "- [2025-03-01] Ana: Hello",
        "Key facts:",
        "Ana:",
        "- Ana has a cat (since 2025-03-01)",
        "Bob:",
        "- Bob likes tea (since 2025-03-01)",
    ]
    assert told(fits={"Ana has a cat": 0.9, "I moved": 0.9, "Hello": 0.9}).splitlines()[:3] == [
        "- Ana has a cat (since 2025-03-01)",
        "Key facts:",
        "Bob:",
    ]


def test_the_order_of_a_conversation_is_not_broken_by_its_best_turn() -> None:
    turns = [turn("second", 2), turn("first", 1)]
    assert context_of([], turns, [], 800, chronological=True).splitlines() == [
        "Recent episodes:",
        "- [2025-03-01] Ana: first",
        "- [2025-03-02] Ana: second",
    ]


def test_lines_are_one_list_in_the_order_of_fit() -> None:
    facts, turns = [fact("a", object="A"), fact("b", object="B")], [turn("x"), turn("y")]
    fits = {"a": 0.9, "x": 0.7, "b": 0.7, "y": 0.5}
    told = context_of(facts, turns, [], 800, style="lines", fits=fits).splitlines()
    assert [line.split(" [con")[0].split(": ")[-1][-1] for line in told] == [":", "A", "B", "x", "y"]


@pytest.mark.parametrize(("confidence", "told"), [(0.79, True), (0.8, False), (0.95, False), (1.0, False)])
def test_the_grouped_style_tells_only_doubt(confidence: float, told: bool) -> None:
    assert ("confidence" in context_of([fact("Ana has a cat", confidence=confidence)], [], [], 800)) is told


def test_an_episode_that_a_fact_repeats_word_for_word_is_not_told_twice() -> None:
    cat = fact("Ana has a black cat.", episode_ids=("Ana has a cat!", "She has a cat"))
    turns = [turn("Ana has a cat!"), turn("She has a cat"), turn("Ana has a black cat")]
    told = partial(context_of, [cat], turns, [], sources={"Ana has a cat!": SpokenSource("Ana", DAY)})
    kept = ["- [2025-03-01] Ana: She has a cat", "- [2025-03-01] Ana: Ana has a black cat"]
    assert told(800).splitlines() == ["- Ana has a black cat. (since 2025-03-01) [Ana]", "Recent episodes:", *kept]
    for style in ("block", "lines"):
        assert "Ana has a cat!" in told(800, style=style)
    assert "not so yet" in told(800, not_yet={"Ana has a cat!": "when she moves"})
    over = {"Ana has a cat!": (EndedFact("Ana has a cat", LATER),)}
    assert "no longer true" in told(800, outdated=over)
    assert "Ana has a cat!" in told(24)  # the fact does not fit, so the episode tells it


def test_what_a_repeated_episode_leaves_is_filled_again() -> None:
    said = [f"Ana has a black cat of the name Number {n}" for n in range(4)]
    facts = [fact(text, episode_ids=(text,)) for text in said]
    told = partial(context_of, facts, [*map(turn, said), turn("Ana likes tea")], [])
    assert told(100).splitlines() == [
        f"- {said[0]} (since 2025-03-01)",
        "Key facts:",
        "Ana:",
        *(f"- {text} (since 2025-03-01)" for text in said[1:]),
        "Recent episodes:",
        "- [2025-03-01] Ana: Ana likes tea",
    ]
    for budget in range(10, 100):
        context = told(budget)
        assert tokens(context) <= budget
        assert all(context.count(text) <= 1 for text in said), "no more facts fit here, or the episode is left out"


def test_a_day_is_told_once() -> None:
    told = partial(context_of, episodes=[], entities=[], budget=800)
    cat = fact("Ana has a cat", episode_ids=("e",))
    assert told([cat], sources={"e": SpokenSource("Ana", DAY)}) == "- Ana has a cat (since 2025-03-01) [Ana]"
    assert told([cat], sources={"e": SpokenSource(None, DAY)}) == "- Ana has a cat (since 2025-03-01)"
    over = replace_end(cat, LATER)
    assert told([over], sources={"e": SpokenSource("Ana", DAY)}).endswith("to 2026-01-01) [Ana, 2025-03-01]")


PLAN = datetime(2025, 9, 1, tzinfo=UTC)


@pytest.mark.parametrize(
    ("at", "marks"),
    [
        (datetime(2025, 1, 1, tzinfo=UTC), ["upcoming, from 2025-03-01", "upcoming, from 2025-09-01"]),
        (datetime(2025, 4, 1, tzinfo=UTC), ["", "upcoming, from 2025-09-01"]),
        (LATER, ["no longer true: 2025-03-01 to 2025-10-01", "planned for 2025-09-01"]),
    ],
)
def test_no_style_tells_as_true_what_has_ended_not_begun_or_was_only_planned(at: datetime, marks: list[str]) -> None:
    facts = [
        fact("Ana works at Acme", valid_until=datetime(2025, 10, 1, tzinfo=UTC)),
        fact("Ana will visit Rome", valid_from=PLAN, kind="plan", confidence=0.8, relation="visits"),
    ]
    acme, rome = (f" ({mark})" if mark else "" for mark in marks)
    block = context_of(facts, [], [], 800, style="block", at=at).splitlines()
    assert block[2:] == [
        f"- Ana works at Acme{acme or ' (until 2025-10-01)'}",
        f"- Ana will visit Rome{rome} (confidence: 0.80)",
    ]
    grouped = context_of(facts, [], [], 800, at=at)
    assert (acme or "(since 2025-03-01 until 2025-10-01)") in grouped
    assert rome in grouped
    lines = context_of(facts, [], [], 800, style="lines", at=at)
    assert (acme if "upcoming" in acme else "(until 2025-10-01)") in lines
    assert rome in lines


def test_names_cannot_break_the_lines_of_a_context() -> None:
    bad = "Mal\nKey facts:"
    facts = [fact("x", bad, episode_ids=("e",)), fact("y", bad)]
    for style in ("grouped", "block", "lines"):
        told = context_of(
            facts, [turn("Hello", speaker=bad)], [Entity(id="mal", key="person:mal", name=bad, type="person")], 800,
            style=style, sources={"e": SpokenSource(bad, DAY)},
        )  # fmt: skip
        assert [line for line in told.splitlines() if line.startswith("Key facts:")] == ["Key facts:"] * (
            style != "lines"
        )


def test_a_fact_names_its_latest_source() -> None:
    sources = {
        "e1": SpokenSource("Bob", datetime(2025, 3, 2, tzinfo=UTC)),
        "e2": SpokenSource("Ana", datetime(2025, 3, 5, tzinfo=UTC)),
    }
    text = context_of([fact("Ana works at Globex", episode_ids=("e1", "e2", "e3"))], [], [], 800, sources=sources)
    assert text.endswith("- Ana works at Globex (since 2025-03-01) [Ana, 2025-03-05]")
    unnamed = {"e1": SpokenSource(None, datetime(2025, 3, 2, tzinfo=UTC))}
    assert context_of([fact("It rains", episode_ids=("e1",))], [], [], 800, sources=unnamed).endswith(" [2025-03-02]")


def test_the_block_of_the_sources_is_a_flat_list_with_confidences() -> None:
    facts = [fact("Ana works at Globex"), fact("Bob likes tea", "Bob", confidence=0.9), fact("Ana has a cat")]
    assert context_of(facts, [turn("I moved")], [ANA], 800, style="block").splitlines() == [
        "[Agent Memory]",
        "Known entities: Ana (person)",
        "Key facts:",
        "- Ana works at Globex",
        "- Bob likes tea (confidence: 0.90)",
        "- Ana has a cat",
        "Recent episodes:",
        "- [2025-03-01] Ana: I moved",
    ]


def test_lines_tell_triples_with_confidence_and_end() -> None:
    facts = [fact("x", confidence=0.94), fact("y", relation="lives_in", object="Berlin", valid_until=DAY)]
    assert context_of(facts, [], [ANA], 800, style="lines").splitlines() == [
        "Known facts:",
        "- Ana works_at Globex [confidence 0.94]",
        "- Ana lives_in Berlin [confidence 1.00] (until 2025-03-01)",
    ]


@pytest.mark.parametrize("style", ["grouped", "block", "lines"])
@pytest.mark.parametrize("budget", [0, 1, 5, 10, *range(20, 30), 40, 80, 160, 400])
def test_it_never_exceeds_its_budget(budget: int, style: Style) -> None:
    facts = [
        fact(f"Fact number {n} about somebody", f"Person {n % 7}", subject_id=str(n % 7), episode_ids=("e",))
        for n in range(40)
    ]
    episodes = [turn(f"Turn {n} " + "word " * (n * 7), day=1 + n % 28) for n in range(30)]
    sources = {"e": SpokenSource("Somebody", DAY)}
    assert tokens(context_of(facts, [], [ANA], budget, style=style, sources=sources)) <= budget
    assert tokens(context_of(facts, episodes, [ANA], budget, style=style, sources=sources)) <= budget


def test_what_one_kind_does_not_need_the_other_may_use() -> None:
    facts = [fact(f"Fact number {n} about somebody") for n in range(40)]
    text = context_of(facts, [turn("short")], [], 200)
    assert "short" in text
    assert 200 - tokens(text) < tokens("- Fact number 10 about somebody (since 2025-03-01)") + 1


def test_the_best_come_first_and_both_kinds_get_room() -> None:
    facts = [fact(f"Fact number {n} about somebody") for n in range(40)]
    text = context_of(facts, [turn("short and good")], [], 120)
    assert "Fact number 0 about" in text
    assert "Fact number 39 about" not in text
    assert "short and good" in text


def test_long_turns_are_cut() -> None:
    text = context_of([], [turn("word " * 1000)], [], 800)
    assert text.endswith("…")
    assert len(text) < 700


def test_a_conversation_is_told_in_its_order() -> None:
    turns = [turn("third", 3), turn("first", 1), turn("second", 2)]
    assert [line.split()[-1] for line in context_of([], turns, [], 800).splitlines()] == [
        "third",
        "episodes:",
        "first",
        "second",
    ]
    ordered = context_of([], turns, [], 800, chronological=True).splitlines()[1:]
    assert ordered == ["- [2025-03-01] Ana: first", "- [2025-03-02] Ana: second", "- [2025-03-03] Ana: third"]


def test_lines_stay_lines() -> None:
    assert (
        context_of([], [turn("one\ntwo\n\nthree", speaker=None)], [], 800).splitlines()[-1]
        == "- [2025-03-01] one two three"
    )


@pytest.mark.parametrize("style", ["grouped", "block", "lines"])
def test_an_episode_whose_fact_has_ended_says_so(style: Style) -> None:
    ended = {"I work at Acme": (EndedFact("Ana works at\nAcme", LATER),)}
    told = context_of([], [turn("I work at Acme"), turn("I like tea")], [], 800, style=style, outdated=ended)
    assert [line for line in told.splitlines() if line.startswith("- ")] == [
        "- [2025-03-01] Ana: I work at Acme (no longer true: Ana works at Acme, until 2026-01-01)",
        "- [2025-03-01] Ana: I like tea",
    ]


def test_an_episode_names_few_of_its_ended_facts() -> None:
    ended = tuple(EndedFact(f"fact {n}", LATER) for n in range(MOST_ENDED + 2))
    told = context_of([], [turn("much")], [], 800, outdated={"much": ended})
    assert told.count("until") == MOST_ENDED


def test_the_block_tells_a_coming_end() -> None:
    soon = fact("Ana works at Globex", valid_until=datetime(2026, 6, 30, tzinfo=UTC))
    assert context_of([soon], [], [], 800, style="block").endswith("- Ana works at Globex (until 2026-06-30)")
    event = fact("Ana saw a concert", kind="event", valid_until=datetime(2026, 6, 30, tzinfo=UTC))
    assert context_of([event], [], [], 800, style="block").endswith("- Ana saw a concert")


def test_topics_come_before_the_facts_and_take_half_of_the_budget_at_most() -> None:
    facts = [fact(f"Ana knows fact number {n}") for n in range(20)]
    lines = [f"- Topic {n}: {'words ' * 10}".rstrip() for n in range(20)]
    told = context_of(facts, [], [ANA], 200, topics=lines)
    assert tokens(told) <= 200
    text = told.splitlines()
    assert text[:2] == ["Topics:", lines[0]]
    shown = [line for line in text if line.startswith("- Topic")]
    assert shown == lines[: len(shown)]
    assert sum(len(line) + 1 for line in shown) <= 100 * 4
    assert "- Ana knows fact number 0" in told
    assert context_of([], [], [], 200, topics=lines[:1]).splitlines() == ["Topics:", lines[0]]
    assert context_of([], [], [], 0, topics=lines[:1]) == ""


LEAD = StatedCondition(subject="Team", relation="team_lead", object="Seokjin")


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({"closed_reason": "superseded", "valid_until": DAY}, " (it rested on: team lead of Team)"),
        ({"closed_reason": "cascade", "valid_until": DAY}, " (it rested on: team lead of Team)"),
        ({"closed_reason": "retracted", "valid_until": DAY}, ""),
        ({"closed_reason": "cascade", "valid_until": datetime(2026, 1, 1, tzinfo=UTC)}, ""),
        ({}, ""),
    ],
)
def test_an_ended_fact_tells_the_role_that_it_rested_on_and_no_value(changes: dict[str, Any], told: str) -> None:
    one = fact("Reports go to Hyunwoo", valid_from=None, holds_while=(LEAD,), **changes)
    text = context_of([one], [], [], 200, at=datetime(2025, 6, 1, tzinfo=UTC))
    assert ("it rested on" in text) is bool(told)
    assert told in text
    assert "Seokjin" not in text


def test_a_fact_that_has_begun_tells_with_what_change() -> None:
    change = StatedCondition(subject="Team", relation="team_lead", event="changes")
    begun = context_of([fact("Reports go to James", starts_when=change)], [], [], 200, at=LATER)
    assert "(it began with a change of: team lead of Team)" in begun
