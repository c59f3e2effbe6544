"""The walk equals the reference model, in every order, and keeps the rules that hold for every story."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import datetime

import pytest

from graphmem.truth.statement import FUTURE, Outcome, Statement, Walked
from graphmem.truth.walk import walk
from tests.properties.conditions_stories import day, story
from tests.properties.model import Fate, excludes, tell

STORIES = 120
SEEDS = range(8)
MOMENTS = [day(n / 2) for n in range(-2, 26)]


def fates(walked: Walked) -> dict[str, Fate]:
    """Return the outcomes as the model tells them; the model does not name what is missing."""

    def of(outcome: Outcome) -> Fate:
        by = outcome.by if outcome.why in ("superseded", "ended") else None
        to = outcome.to if outcome.silent in ("yields", "equal_start") else None
        return Fate(outcome.at, outcome.until, outcome.why, by, outcome.silent, to)

    return {id_: of(outcome) for id_, outcome in walked.outcomes.items()}


def held(walked: Walked, statements: Iterable[Statement], t: datetime) -> set[tuple[str, str]]:
    """Return the groups and values that hold at a moment."""
    found = [(said, walked.outcomes[said.id]) for said in statements if said.action == "holds"]
    return {(said.group, said.value) for said, o in found if o.at and o.until and o.at <= t < o.until}


def stories(seed: int, count: int = STORIES, **kinds: bool) -> Iterable[tuple[random.Random, list[Statement]]]:
    draw = random.Random(seed)
    return ((draw, story(draw, **kinds)) for _ in range(count))


def shuffled(draw: random.Random, statements: Sequence[Statement]) -> list[Statement]:
    return draw.sample(statements, len(statements))


@pytest.mark.parametrize("seed", SEEDS)
def test_the_walk_equals_the_model_in_any_order(seed: int) -> None:
    for draw, statements in stories(seed):
        told = tell(statements)
        for _ in range(2):
            walked = walk(shuffled(draw, statements))
            assert fates(walked) == told.fates, statements
            assert (walked.pending, walked.cycles) == (told.pending, told.cycles), statements


def test_the_stories_try_every_rule() -> None:
    """The comparison means something only if every outcome occurs in it, and often."""
    count: Counter[str] = Counter()
    for _, statements in stories(SEEDS[0], 1500):
        walked = walk(statements)
        count.update(str(o.silent or o.why) for o in walked.outcomes.values())
        count.update({"pending": len(walked.pending), "cycles": len(walked.cycles)})
        count["triggered"] += sum(
            bool(s.starts_when and walked.outcomes[s.id].at) for s in statements if s.action == "holds"
        )
    reasons = ("waiting", "yields", "equal_start", "unsupported", "cycle", "second_hand", "begun")
    ends = ("superseded", "ended", "cascade", "None")
    assert {name: count[name] for name in (*reasons, *ends, "pending", "cycles", "triggered") if count[name] < 10} == {}


def test_the_order_of_saying_and_corrections_decide_in_the_stories() -> None:
    moved: Counter[str] = Counter()
    for _, statements in stories(SEEDS[0], 1000):
        outcomes = walk(statements).outcomes
        moved["order"] += walk([replace(s, order=0) for s in statements]).outcomes != outcomes
        moved["corrected"] += walk([replace(s, corrected=None) for s in statements]).outcomes != outcomes
    assert {name: moved[name] for name in ("order", "corrected") if moved[name] < 5} == {}


def test_ids_do_not_matter() -> None:
    for draw, statements in stories(21):
        names = dict(zip([s.id for s in statements], draw.sample("pqrstuvwxyz", len(statements)), strict=True))
        renamed = [
            replace(s, id=names[s.id], evidence=tuple(tuple(names.get(e, e) for e in some) for some in s.evidence))
            for s in statements
        ]
        first, other = walk(statements), walk(renamed)
        for s in statements:
            if s.action == "holds":
                mine, theirs = first.outcomes[s.id], other.outcomes[names[s.id]]
                assert (mine.at, mine.until, mine.why, mine.silent) == (
                    theirs.at,
                    theirs.until,
                    theirs.why,
                    theirs.silent,
                )


def test_what_cannot_be_reached_changes_nothing() -> None:
    for draw, statements in stories(22):
        apart = [
            replace(
                s,
                id=f"o{s.id}",
                group=f"o{s.group}",
                subject=f"o{s.subject}",
                object=f"o{s.object}",
                evidence=(),
                holds_while=(),
                starts_when=None,
            )
            for s in story(draw)
        ]
        alone, together = walk(statements), walk([*statements, *apart])
        assert {id_: together.outcomes[id_] for id_ in alone.outcomes} == alone.outcomes


def test_what_is_withdrawn_and_restored_leaves_no_trace() -> None:
    moved = 0
    for draw, statements in stories(23):
        whole, gone = walk(statements), draw.choice(statements)
        without = walk([s for s in statements if s is not gone])
        moved += without.outcomes != {id_: o for id_, o in whole.outcomes.items() if id_ != gone.id}
        assert walk([*(s for s in statements if s is not gone), gone]) == whole
    assert moved > STORIES / 10


def test_what_is_said_later_about_later_changes_nothing_before_it() -> None:
    for draw, statements in stories(24, evidence=False, kinds=False):
        t = day(draw.randint(1, 9))
        new = replace(
            story(draw, evidence=False, kinds=False)[0], id="new", occurred=day(20), at=t, until=FUTURE, stated=True
        )
        new = replace(new, holds_while=(), starts_when=None)
        before, after = walk(statements), walk([*statements, new])
        for moment in (m for m in MOMENTS if m < t):
            assert held(before, statements, moment) == held(after, statements, moment), (t, new, statements)


def test_values_that_exclude_each_other_never_hold_together() -> None:
    for _, statements in stories(25):
        walked = walk(statements)
        covers = [(s, *_cover(walked, s)) for s in statements if s.id in walked.outcomes and walked.outcomes[s.id].at]
        for s, start, end in covers:
            assert start < end
            rivals = [other for other in covers if excludes(s, other[0])]
            assert [other for other in rivals if start < other[2] and other[1] < end] == [], statements


def _cover(walked: Walked, said: Statement) -> tuple[datetime, datetime]:
    outcome = walked.outcomes[said.id]
    assert outcome.at is not None
    assert outcome.until is not None
    return outcome.at, outcome.until


def test_every_statement_covers_or_says_why_not() -> None:
    for _, statements in stories(26):
        walked = walk(statements)
        assert walked.outcomes.keys() == {s.id for s in statements if s.action == "holds"}
        assert all((o.at is None) == (o.until is None) == (o.silent is not None) for o in walked.outcomes.values())
        conditional = {s.id for s in statements if s.evidence or s.holds_while or s.starts_when}
        assert walked.cycles <= conditional
