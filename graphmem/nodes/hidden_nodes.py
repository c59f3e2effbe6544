"""Requests to forget and what they hide, as neomodel classes."""

from __future__ import annotations

from typing import ClassVar

from neomodel import DateTimeNeo4jFormatProperty, StringProperty, StructuredNode

from graphmem.nodes.uniqueness import IN_BRAIN


class ForgetRequestNode(StructuredNode):
    """A request to forget that has hidden something. With `undone_at` it was undone."""

    __label__ = "ForgetRequest"

    UNIQUE: ClassVar[tuple[tuple[str, ...], ...]] = IN_BRAIN

    brain = StringProperty()
    uid = StringProperty(db_property="id")
    recorded_at = DateTimeNeo4jFormatProperty(db_property="recordedAt")
    undone_at = DateTimeNeo4jFormatProperty(db_property="undoneAt")


class HiddenNode(StructuredNode):
    """What a request to forget hides. Nothing reads it but an undo."""

    __label__ = "Hidden"

    UNIQUE: ClassVar[tuple[tuple[str, ...], ...]] = IN_BRAIN

    brain = StringProperty()
    uid = StringProperty(db_property="id")
