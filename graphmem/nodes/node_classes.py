"""The nodes of the graph as neomodel classes, one a label."""

from __future__ import annotations

from typing import ClassVar

from neomodel import (
    ArrayProperty,
    BooleanProperty,
    DateTimeProperty,
    FloatProperty,
    IntegerProperty,
    JSONProperty,
    Relationship,
    RelationshipFrom,
    RelationshipTo,
    StringProperty,
    StructuredNode,
)

from graphmem.nodes.relationships import AliasOfRel, AssociatedRel, FactRel, FactWasRel

IN_BRAIN = (("brain", "id"),)


class BrainNode(StructuredNode):
    """One isolated memory; also the lock of its writers."""

    __label__ = "Brain"

    UNIQUE: ClassVar[tuple[tuple[str, ...], ...]] = (("id",),)

    uid = StringProperty(db_property="id")
    revision = IntegerProperty()
    last_recorded_at = DateTimeProperty(db_property="lastRecordedAt")
    created_at = DateTimeProperty(db_property="createdAt")
    settings = JSONProperty()


class EntityNode(StructuredNode):
    """Somebody or something with a name."""

    __label__ = "Entity"

    UNIQUE: ClassVar[tuple[tuple[str, ...], ...]] = (*IN_BRAIN, ("brain", "key"))

    brain = StringProperty()
    uid = StringProperty(db_property="id")
    key = StringProperty()
    name = StringProperty()
    type = StringProperty()
    external_id = StringProperty(db_property="externalId")
    summary = StringProperty()
    importance = FloatProperty()
    first_seen_at = DateTimeProperty(db_property="firstSeenAt")
    last_seen_at = DateTimeProperty(db_property="lastSeenAt")
    merged_into = StringProperty(db_property="mergedInto")

    facts = RelationshipTo("EntityNode", "FACT", model=FactRel)
    facts_about = RelationshipFrom("EntityNode", "FACT", model=FactRel)
    values = RelationshipTo("ValueNode", "FACT", model=FactRel)
    past_facts = RelationshipTo("EntityNode", "FACT_WAS", model=FactWasRel)
    aliases = RelationshipFrom("AliasNode", "ALIAS_OF", model=AliasOfRel)
    episodes = RelationshipFrom("EpisodeNode", "MENTIONS")


class ForgottenNode(StructuredNode):
    """A mark that an id and an idempotency key were used, of an episode that was forgotten; nothing of it is left."""

    __label__ = "Forgotten"

    UNIQUE: ClassVar[tuple[tuple[str, ...], ...]] = (*IN_BRAIN, ("brain", "idempotencyKey"))

    brain = StringProperty()
    uid = StringProperty(db_property="id")
    idempotency_key = StringProperty(db_property="idempotencyKey")
    forgotten_at = DateTimeProperty(db_property="forgottenAt")


class ValueNode(StructuredNode):
    """The far end of a fact that names no entity."""

    __label__ = "Value"

    UNIQUE: ClassVar[tuple[tuple[str, ...], ...]] = (*IN_BRAIN, ("brain", "key"))

    brain = StringProperty()
    uid = StringProperty(db_property="id")
    key = StringProperty()
    text = StringProperty()
    kind = StringProperty()
    stated_by = RelationshipFrom("EntityNode", "FACT", model=FactRel)


class AliasNode(StructuredNode):
    """A normalised name."""

    __label__ = "Alias"

    UNIQUE: ClassVar[tuple[tuple[str, ...], ...]] = (("brain", "norm"),)

    brain = StringProperty()
    norm = StringProperty()
    name = StringProperty()
    means = RelationshipTo("EntityNode", "ALIAS_OF", model=AliasOfRel)


class EpisodeNode(StructuredNode):
    """One piece of input, as it came."""

    __label__ = "Episode"

    UNIQUE: ClassVar[tuple[tuple[str, ...], ...]] = (*IN_BRAIN, ("brain", "idempotencyKey"))

    brain = StringProperty()
    uid = StringProperty(db_property="id")
    content = StringProperty()
    kind = StringProperty()
    role = StringProperty()
    source = StringProperty()
    speaker = StringProperty()
    speakers = ArrayProperty(StringProperty())
    roles = ArrayProperty(StringProperty())
    session_id = StringProperty(db_property="sessionId")
    occurred_at = DateTimeProperty(db_property="occurredAt")
    recorded_at = DateTimeProperty(db_property="recordedAt")
    metadata = JSONProperty()
    metadata_entries = ArrayProperty(StringProperty(), db_property="metadataEntries")
    tags = ArrayProperty(StringProperty())
    status = StringProperty()
    error = StringProperty()
    covers = IntegerProperty()
    current = BooleanProperty()

    mentions = RelationshipTo("EntityNode", "MENTIONS")
    states = RelationshipTo("StatementNode", "STATES")
    next = RelationshipTo("EpisodeNode", "NEXT")
    chunks = RelationshipTo("ChunkNode", "HAS_CHUNK")


class ChunkNode(StructuredNode):
    """A part of a long episode, searched in its place."""

    __label__ = "Chunk"

    UNIQUE: ClassVar[tuple[tuple[str, ...], ...]] = IN_BRAIN

    brain = StringProperty()
    uid = StringProperty(db_property="id")
    content = StringProperty()
    position = IntegerProperty()


class StatementNode(StructuredNode):
    """What one source said, once."""

    __label__ = "Statement"

    UNIQUE: ClassVar[tuple[tuple[str, ...], ...]] = IN_BRAIN

    brain = StringProperty()
    uid = StringProperty(db_property="id")
    action = StringProperty()
    relation = StringProperty()
    subject_id = StringProperty(db_property="subjectId")
    object_id = StringProperty(db_property="objectId")
    at = DateTimeProperty()
    until = DateTimeProperty()
    start_stated = BooleanProperty(db_property="startStated")
    text = StringProperty()
    confidence = FloatProperty()
    occurred_at = DateTimeProperty(db_property="occurredAt")
    recorded_at = DateTimeProperty(db_property="recordedAt")
    withdrawn_at = DateTimeProperty(db_property="withdrawnAt")
    episodes = RelationshipFrom("EpisodeNode", "STATES")
    because_of = RelationshipTo("StatementNode", "BECAUSE_OF")


class EntityTypeNode(StructuredNode):
    """A type of entities, seeded or learnt."""

    __label__ = "EntityType"

    UNIQUE: ClassVar[tuple[tuple[str, ...], ...]] = (("brain", "name"),)

    brain = StringProperty()
    name = StringProperty()
    source = StringProperty()
    usage_count = IntegerProperty(db_property="usageCount")


class RelationTypeNode(StructuredNode):
    """A relation, and how its values exclude each other."""

    __label__ = "RelationType"

    UNIQUE: ClassVar[tuple[tuple[str, ...], ...]] = (("brain", "name"),)

    brain = StringProperty()
    name = StringProperty()
    source = StringProperty()
    description = StringProperty()
    usage_count = IntegerProperty(db_property="usageCount")
    cardinality = StringProperty()
    per = StringProperty()
    symmetric = BooleanProperty()


class FactRefNode(StructuredNode):
    """Stands for a fact where facts are linked to each other."""

    __label__ = "FactRef"

    UNIQUE: ClassVar[tuple[tuple[str, ...], ...]] = (("brain", "factId"),)

    brain = StringProperty()
    fact_id = StringProperty(db_property="factId")
    rests_on = RelationshipTo("FactRefNode", "RESTS_ON")
    names = RelationshipTo("EntityNode", "NAMES")
    associated = Relationship("FactRefNode", "ASSOCIATED", model=AssociatedRel)


class AnswerNode(StructuredNode):
    """What an idempotency key was answered."""

    __label__ = "Answer"

    UNIQUE: ClassVar[tuple[tuple[str, ...], ...]] = (("brain", "key"),)

    brain = StringProperty()
    key = StringProperty()


class ApiKeyNode(StructuredNode):
    """Who may do what, and where. Of the key itself only its hash is here."""

    __label__ = "ApiKey"

    UNIQUE: ClassVar[tuple[tuple[str, ...], ...]] = (("id",), ("hash",))

    uid = StringProperty(db_property="id")
    hash = StringProperty()
    prefix = StringProperty()
    name = StringProperty()
    brains = ArrayProperty(StringProperty())
    scopes = ArrayProperty(StringProperty())
    created_at = DateTimeProperty(db_property="createdAt")
    expires_at = DateTimeProperty(db_property="expiresAt")
    revoked_at = DateTimeProperty(db_property="revokedAt")
    last_used_at = DateTimeProperty(db_property="lastUsedAt")


class SchemaNode(StructuredNode):
    """The version marker of the schema."""

    __label__ = "Schema"

    UNIQUE: ClassVar[tuple[tuple[str, ...], ...]] = (("name",),)

    name = StringProperty()
    version = IntegerProperty()
    embedder = StringProperty()
    dimensions = IntegerProperty()


NODES = (
    BrainNode,
    EntityNode,
    ValueNode,
    AliasNode,
    EpisodeNode,
    ForgottenNode,
    ChunkNode,
    StatementNode,
    EntityTypeNode,
    RelationTypeNode,
    FactRefNode,
    AnswerNode,
    ApiKeyNode,
    SchemaNode,
)
"""Every label."""
