"""Which statements count at all: a plan gives way to a beginning, second hand to the user's own, surer word."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence

from graphmem.truth.statement import Silence, Statement


def unheard(statements: Sequence[Statement]) -> dict[str, Silence]:
    """Return the statements that have no period whatever else holds, and why."""
    silent: dict[str, Silence] = {}
    groups: dict[str, list[Statement]] = defaultdict(list)
    for said in statements:
        groups[said.group].append(said)
    for members in groups.values():
        begun = {said.id for said in members if said.kind == "plan" and _has_begun(said, members)}
        silent |= dict.fromkeys(begun, "begun")
        if any(said.second_hand for said in members):
            told = [said for said in members if said.id not in begun]
            silent |= {said.id: "second_hand" for said in _second_hand(told)}
    return silent


def ends(end: Statement, said: Statement) -> bool:
    """Whether a stated end of a group ends a statement of the group; second hand does not end what is surer."""
    if end.value != said.value or end.at <= said.at:
        return False
    return not (end.second_hand and not said.second_hand and end.confidence < said.confidence)


def _has_begun(plan: Statement, members: Iterable[Statement]) -> bool:
    """Whether the value of a plan was later stated to have begun. What waits for its condition has not begun."""
    return plan.action == "holds" and any(
        said.action == "holds"
        and said.value == plan.value
        and said.kind != "plan"
        and said.stated
        and said.starts_when is None
        and said.when > plan.when
        for said in members
    )


def _second_hand(members: Sequence[Statement]) -> list[Statement]:
    holds = [said for said in members if said.action == "holds"]
    stops = [said for said in members if said.action == "ends"]
    told = [said for said in holds if said.starts_when is None]
    own = [said for said in told if not said.second_hand and said.kind != "event"]
    return [
        said
        for said in holds
        if said.second_hand and said.kind != "event" and any(_prevails(x, said, told, own, stops) for x in own)
    ]


def _yields(y: Statement, x: Statement) -> bool:
    """Whether an assumed start yields to a value: its start was stated, and said later."""
    return x.stated and not y.stated and x.when > y.when


def _prevails(
    x: Statement, said: Statement, told: list[Statement], own: list[Statement], stops: list[Statement]
) -> bool:
    """Whether the user's own word for another value holds at the start of a statement, and is surer."""
    if x.value == said.value or not (x.ends & said.ends) or x.confidence <= said.confidence:
        return False
    if not x.at <= said.at < x.until or any(e.at <= said.at and ends(e, x) for e in stops):
        return False
    if any(y.value != x.value and y.ends & x.ends and x.at < y.at <= said.at and not _yields(y, x) for y in own):
        return False
    return x.stated or not any(z.value == x.value and z.at <= x.at < z.until <= said.at for z in told)
