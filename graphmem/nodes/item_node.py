"""Items as a neomodel class."""

from __future__ import annotations

from typing import ClassVar

from neomodel import (
    DateTimeNeo4jFormatProperty,
    FloatProperty,
    IntegerProperty,
    JSONProperty,
    RelationshipTo,
    StringProperty,
    StructuredNode,
)

from graphmem.nodes.uniqueness import IN_BRAIN


class ItemNode(StructuredNode):
    """A JSON value that is kept exactly, by path and key."""

    __label__ = "Item"

    UNIQUE: ClassVar[tuple[tuple[str, ...], ...]] = (*IN_BRAIN, ("brain", "path", "key"))

    brain = StringProperty()
    uid = StringProperty(db_property="id")
    path = StringProperty()
    key = StringProperty()
    value = JSONProperty()
    text = StringProperty()
    version = IntegerProperty()
    created_at = DateTimeNeo4jFormatProperty(db_property="createdAt")
    updated_at = DateTimeNeo4jFormatProperty(db_property="updatedAt")
    ttl_sec = FloatProperty(db_property="ttlSec")
    expires_at = DateTimeNeo4jFormatProperty(db_property="expiresAt")

    remembered_as = RelationshipTo("graphmem.nodes.node_classes.EpisodeNode", "REMEMBERED_AS")
