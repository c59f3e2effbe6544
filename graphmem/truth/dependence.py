"""Which groups decide about which: over evidence, and over the subjects and relations that conditions name."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence

from graphmem.truth.statement import Key, Statement


class Dependence:
    """The dependence of groups, by their names. A group that is named nowhere depends on nothing."""

    def __init__(self, statements: Sequence[Statement]) -> None:
        self._needs = needs_of(statements)
        self._feeds: dict[str, set[str]] = defaultdict(set)
        for group, needed in self._needs.items():
            for one in needed:
                self._feeds[one].add(group)

    def below(self, groups: Iterable[str]) -> set[str]:
        """Return the groups and all about which they decide, to the end of each chain."""
        return reached(groups, self._feeds, set())

    def above(self, groups: Iterable[str]) -> set[str]:
        """Return the groups and all that decide about them."""
        return reached(groups, self._needs, set())


def needs_of(statements: Sequence[Statement]) -> dict[str, set[str]]:
    """Return, by group, the groups that its statements watch or rest on."""
    at: dict[Key, set[str]] = defaultdict(set)
    for said in statements:
        for key, _ in said.views:
            at[key].add(said.group)
    group_of = {said.id: said.group for said in statements}
    found: dict[str, set[str]] = {said.group: set() for said in statements}
    for said in statements:
        for condition in said.conditions:
            found[said.group] |= at.get((condition.subject, condition.relation), set())
        found[said.group] |= {group_of[id_] for some in said.evidence for id_ in some if id_ in group_of}
    return found


def parts_of(statements: Sequence[Statement], needs: Mapping[str, set[str]]) -> list[list[Statement]]:
    """Return the statements by component: what conditions and evidence connect."""
    near: dict[str, set[str]] = defaultdict(set)
    for group, needed in needs.items():
        near[group] |= needed
        for one in needed:
            near[one].add(group)
    members: dict[str, list[Statement]] = defaultdict(list)
    for said in sorted(statements, key=lambda said: said.id):
        members[said.group].append(said)
    seen: set[str] = set()
    parts = (
        [said for one in sorted(reached([group], near, seen)) for said in members[one]] for group in sorted(members)
    )
    return [part for part in parts if part]


def reached(groups: Iterable[str], ways: Mapping[str, set[str]], seen: set[str]) -> set[str]:
    """Return the groups to which ways lead, with those that they start from; `seen` ones are left out and it gets the others."""
    todo, found = list(groups), set[str]()
    while todo:
        if (group := todo.pop()) not in seen:
            seen.add(group)
            found.add(group)
            todo += ways.get(group, ())
    return found
