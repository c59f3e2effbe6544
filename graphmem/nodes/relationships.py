"""The edges of the graph as neomodel classes: facts, aliases, associations."""

from __future__ import annotations

from typing import ClassVar

from neomodel import (
    ArrayProperty,
    BooleanProperty,
    DateTimeProperty,
    FloatProperty,
    IntegerProperty,
    StringProperty,
    StructuredRel,
)


class FactRel(StructuredRel):
    """`FACT`: what is believed now, with its valid time `[valid_from, valid_until)` and since when it is believed."""

    UNIQUE: ClassVar[tuple[tuple[str, ...], ...]] = (("brain", "factId"),)

    brain = StringProperty()
    fact_id = StringProperty(db_property="factId")
    relation = StringProperty()
    text = StringProperty(db_property="factText")
    kind = StringProperty()
    category = StringProperty()
    origin = StringProperty()
    valid_from = DateTimeProperty(db_property="tValid")
    valid_until = DateTimeProperty(db_property="tInvalid")
    recorded_at = DateTimeProperty(db_property="recordedAt")
    confidence = FloatProperty()
    importance = FloatProperty()
    strength = FloatProperty()
    closed_reason = StringProperty(db_property="closedReason")
    closed_by = StringProperty(db_property="closedBy")
    statement_ids = ArrayProperty(StringProperty(), db_property="statementIds")
    episode_ids = ArrayProperty(StringProperty(), db_property="episodeIds")


class FactWasRel(FactRel):
    """`FACT_WAS`: what was believed before, until `expired_at`."""

    UNIQUE: ClassVar[tuple[tuple[str, ...], ...]] = ()

    expired_at = DateTimeProperty(db_property="expiredAt")
    expired_reason = StringProperty(db_property="expiredReason")


class AliasOfRel(StructuredRel):
    """An alias may mean several entities; the lowest rank is preferred. What a person gave stays when an episode is forgotten."""

    rank = IntegerProperty()
    by_hand = BooleanProperty(db_property="byHand")
    recorded_at = DateTimeProperty(db_property="recordedAt")


class AssociatedRel(StructuredRel):
    """Two facts were said together; the weight grows up to 1 when they are again."""

    weight = FloatProperty()
