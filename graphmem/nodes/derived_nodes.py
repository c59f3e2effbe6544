"""What upkeep derives, as neomodel classes: observations, proposals, directives, clusters."""

from __future__ import annotations

from typing import ClassVar

from neomodel import (
    ArrayProperty,
    BooleanProperty,
    DateTimeNeo4jFormatProperty,
    FloatProperty,
    IntegerProperty,
    StringProperty,
    StructuredNode,
)

from graphmem.nodes.uniqueness import IN_BRAIN


class ObservationNode(StructuredNode):
    """Something that upkeep has noticed across the facts of a brain."""

    __label__ = "Observation"

    UNIQUE: ClassVar[tuple[tuple[str, ...], ...]] = (*IN_BRAIN, ("brain", "key"))

    brain = StringProperty()
    uid = StringProperty(db_property="id")
    key = StringProperty()
    kind = StringProperty()
    status = StringProperty()
    title = StringProperty()
    text = StringProperty()
    confidence = FloatProperty()
    importance = FloatProperty()
    fact_ids = ArrayProperty(StringProperty(), db_property="factIds")
    episode_ids = ArrayProperty(StringProperty(), db_property="episodeIds")
    entity_ids = ArrayProperty(StringProperty(), db_property="entityIds")
    first_seen_at = DateTimeNeo4jFormatProperty(db_property="firstSeenAt")
    last_seen_at = DateTimeNeo4jFormatProperty(db_property="lastSeenAt")
    times_seen = IntegerProperty(db_property="timesSeen")


class ProposalNode(StructuredNode):
    """A change that upkeep proposes and a person decides."""

    __label__ = "Proposal"

    UNIQUE: ClassVar[tuple[tuple[str, ...], ...]] = (*IN_BRAIN, ("brain", "key"))

    brain = StringProperty()
    uid = StringProperty(db_property="id")
    key = StringProperty()
    kind = StringProperty()
    status = StringProperty()
    item_ids = ArrayProperty(StringProperty(), db_property="itemIds")
    score = FloatProperty()
    created_at = DateTimeNeo4jFormatProperty(db_property="createdAt")
    decided_at = DateTimeNeo4jFormatProperty(db_property="decidedAt")
    decided_by = StringProperty(db_property="decidedBy")


class DirectiveNode(StructuredNode):
    """What a user wants from now on, with the episodes and facts that it rests on. `superseded_by`: the id of another one."""

    __label__ = "Directive"

    UNIQUE: ClassVar[tuple[tuple[str, ...], ...]] = (*IN_BRAIN, ("brain", "key"))

    brain = StringProperty()
    uid = StringProperty(db_property="id")
    key = StringProperty()
    kind = StringProperty()
    text = StringProperty()
    scope = StringProperty()
    likes = BooleanProperty()
    speaker = StringProperty()
    confidence = FloatProperty()
    valid_from = DateTimeNeo4jFormatProperty(db_property="validFrom")
    last_told_at = DateTimeNeo4jFormatProperty(db_property="lastToldAt")
    recorded_at = DateTimeNeo4jFormatProperty(db_property="recordedAt")
    times_told = IntegerProperty(db_property="timesTold")
    episode_ids = ArrayProperty(StringProperty(), db_property="episodeIds")
    fact_ids = ArrayProperty(StringProperty(), db_property="factIds")
    superseded_by = StringProperty(db_property="supersededBy")


class ClusterNode(StructuredNode):
    """A topic: entities that facts join with each other, and the facts about them. `parent_id`: what it is a part of."""

    __label__ = "Cluster"

    UNIQUE: ClassVar[tuple[tuple[str, ...], ...]] = IN_BRAIN

    brain = StringProperty()
    uid = StringProperty(db_property="id")
    level = IntegerProperty()
    parent_id = StringProperty(db_property="parentId")
    title = StringProperty()
    summary = StringProperty()
    entity_ids = ArrayProperty(StringProperty(), db_property="entityIds")
    fact_ids = ArrayProperty(StringProperty(), db_property="factIds")
    summary_fact_ids = ArrayProperty(StringProperty(), db_property="summaryFactIds")
    entity_count = IntegerProperty(db_property="entityCount")
    fact_count = IntegerProperty(db_property="factCount")
    refreshed_at = DateTimeNeo4jFormatProperty(db_property="refreshedAt")


class UnsettledNode(StructuredNode):
    """A group whose statements a procedure changed: the service settles it. Without object: every value."""

    __label__ = "Unsettled"

    UNIQUE: ClassVar[tuple[tuple[str, ...], ...]] = IN_BRAIN

    brain = StringProperty()
    uid = StringProperty(db_property="id")
    subject_id = StringProperty(db_property="subjectId")
    relation = StringProperty()
    object_id = StringProperty(db_property="objectId")
