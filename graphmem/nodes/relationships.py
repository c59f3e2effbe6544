"""The edges of the graph with properties as neomodel classes: facts, aliases, associations.

neomodel 7 ignores `db_property` when it filters by the property of an edge: `match()` would compare a property that
does not exist, and would find nothing. So a property has the name that it has in the graph, and an alias in snake_case.
`match()` takes the alias for comparisons (`valid_from__lte`), and the name in the graph for all other operators
(`tValid__isnull`).
"""

# ruff: noqa: N815

from __future__ import annotations

from typing import Any, ClassVar

from neomodel import (
    AliasProperty,
    ArrayProperty,
    BooleanProperty,
    DateTimeNeo4jFormatProperty,
    FloatProperty,
    IntegerProperty,
    StringProperty,
    StructuredRel,
)


class SnakeCase(AliasProperty):
    """The snake_case name of a property that has another name in the graph."""

    def inflate(self, value: Any, rethrow: bool = True) -> Any:
        """Return the value in Python, as the property itself does."""
        return getattr(self.owner, self.target).inflate(value)

    def deflate(self, value: Any, rethrow: bool = True) -> Any:
        """Return the value in the graph, as the property itself does."""
        return getattr(self.owner, self.target).deflate(value)


class FactRel(StructuredRel):
    """`FACT`: a fact as believed now. It holds in `[valid_from, valid_until)`; it is believed since `recorded_at`.

    A `valid_from` of None means since always, a `valid_until` of None until further notice. `period_start` and
    `period_end` are the same period with the years 1 and 9999 in place of None, for comparisons.
    """

    UNIQUE: ClassVar[tuple[tuple[str, ...], ...]] = (("brain", "factId"),)

    brain = StringProperty()
    factId = StringProperty()
    relation = StringProperty()
    factText = StringProperty()
    kind = StringProperty()
    category = StringProperty()
    origin = StringProperty()
    tValid = DateTimeNeo4jFormatProperty()
    tInvalid = DateTimeNeo4jFormatProperty()
    tStart = DateTimeNeo4jFormatProperty()
    tEnd = DateTimeNeo4jFormatProperty()
    recordedAt = DateTimeNeo4jFormatProperty()
    confidence = FloatProperty()
    importance = FloatProperty()
    strength = FloatProperty()
    vitality = FloatProperty()
    tier = StringProperty()
    cold = BooleanProperty()
    closedReason = StringProperty()
    closedBy = StringProperty()
    statementIds = ArrayProperty(StringProperty())
    episodeIds = ArrayProperty(StringProperty())

    fact_id = SnakeCase(to="factId")
    text = SnakeCase(to="factText")
    valid_from = SnakeCase(to="tValid")
    valid_until = SnakeCase(to="tInvalid")
    period_start = SnakeCase(to="tStart")
    period_end = SnakeCase(to="tEnd")
    recorded_at = SnakeCase(to="recordedAt")
    closed_reason = SnakeCase(to="closedReason")
    closed_by = SnakeCase(to="closedBy")
    statement_ids = SnakeCase(to="statementIds")
    episode_ids = SnakeCase(to="episodeIds")


class FactWasRel(FactRel):
    """`FACT_WAS`: an earlier version of a fact, believed from `recorded_at` until `expired_at`."""

    UNIQUE: ClassVar[tuple[tuple[str, ...], ...]] = ()

    expiredAt = DateTimeNeo4jFormatProperty()
    expiredReason = StringProperty()

    expired_at = SnakeCase(to="expiredAt")
    expired_reason = SnakeCase(to="expiredReason")


class AliasOfRel(StructuredRel):
    """`ALIAS_OF`: the alias leads to the entity. It may lead to several; the lowest rank is preferred.

    An alias that was set by hand (`by_hand`) stays when an episode is forgotten.
    """

    rank = IntegerProperty()
    byHand = BooleanProperty()
    recordedAt = DateTimeNeo4jFormatProperty()

    by_hand = SnakeCase(to="byHand")
    recorded_at = SnakeCase(to="recordedAt")


class AssociatedRel(StructuredRel):
    """`ASSOCIATED`: both facts were said in one message. Each repetition raises the weight, up to 1."""

    weight = FloatProperty()
    decayedAt = DateTimeNeo4jFormatProperty()

    decayed_at = SnakeCase(to="decayedAt")
