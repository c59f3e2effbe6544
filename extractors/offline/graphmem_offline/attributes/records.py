"""What a clause says of a role: who or what fills it, and on which other role that rests."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

DependencyKind = Literal["holds", "changes", "begins"]
Determiner = Literal["", "the", "our", "my"]


@dataclass(frozen=True, slots=True)
class RoleName:
    """A role as a text names it: "the club's head coach" is `name` "head coach" of `owner` "the club".

    `owner` is "" where the text names none. `new`: the text calls it new, so somebody filled it before.
    """

    name: str
    owner: str = ""
    determiner: Determiner = ""
    new: bool = False


@dataclass(frozen=True, slots=True)
class RoleValue:
    """Who or what fills a role. `entity`: it is written as a name; else it is a time, an address or a code."""

    text: str
    entity: bool


@dataclass(frozen=True, slots=True)
class RoleCondition:
    """The state of another role. `role` None = the role that `holder` fills, or the role spoken of before.

    holds: the holder, or whoever it is now, goes on; changes: somebody else comes; begins: the holder comes.
    """

    kind: DependencyKind
    role: RoleName | None
    holder: str = ""


@dataclass(frozen=True, slots=True)
class SaidAttribute:
    """A role and its value as a clause says them. `future`: it will be so. `chooser` has chosen it.

    `rests_on` are conditions for as long as it is so; `waits_for` is the condition with which it begins. `starts` are the
    words of a date. `loose`: the form says it of things that are no roles, too.
    """

    role: RoleName
    value: RoleValue
    future: bool = False
    loose: bool = True
    chooser: str = ""
    starts: str = ""
    rests_on: tuple[RoleCondition, ...] = ()
    waits_for: RoleCondition | None = None

    def resting_on(self, condition: RoleCondition) -> SaidAttribute:
        """Return the attribute with one more condition for as long as it is so."""
        return self if condition in self.rests_on else replace(self, rests_on=(*self.rests_on, condition))
