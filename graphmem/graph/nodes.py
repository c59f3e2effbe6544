"""The graph as neomodel classes, for people who walk it in Python.

The service itself speaks Cypher; these classes read the same nodes and edges. `UNIQUE` lists what the database keeps unique
in each label, and a test holds it against `cypher/schema/`.

    from neomodel import db
    db.set_connection(url="bolt://neo4j:password@localhost:7687")
    ana = Entity.nodes.get(brain="ana", key="person:ana")
    for company in ana.facts.match(relation="works_at"):
        print(company.name, ana.facts.relationship(company).valid_from)
"""

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
    StructuredRel,
)

IN_BRAIN = (("brain", "id"),)


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


class Brain(StructuredNode):
    """One isolated memory; also the lock of its writers."""

    UNIQUE: ClassVar[tuple[tuple[str, ...], ...]] = (("id",),)

    uid = StringProperty(db_property="id")
    revision = IntegerProperty()
    last_recorded_at = DateTimeProperty(db_property="lastRecordedAt")
    created_at = DateTimeProperty(db_property="createdAt")
    settings = JSONProperty()


class Entity(StructuredNode):
    """Somebody or something with a name."""

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

    facts = RelationshipTo("Entity", "FACT", model=FactRel)
    facts_about = RelationshipFrom("Entity", "FACT", model=FactRel)
    values = RelationshipTo("Value", "FACT", model=FactRel)
    past_facts = RelationshipTo("Entity", "FACT_WAS", model=FactWasRel)
    aliases = RelationshipFrom("Alias", "ALIAS_OF", model=AliasOfRel)
    episodes = RelationshipFrom("Episode", "MENTIONS")


class Forgotten(StructuredNode):
    """A mark that an id and an idempotency key were used, of an episode that was forgotten; nothing of it is left."""

    UNIQUE: ClassVar[tuple[tuple[str, ...], ...]] = (*IN_BRAIN, ("brain", "idempotencyKey"))

    brain = StringProperty()
    uid = StringProperty(db_property="id")
    idempotency_key = StringProperty(db_property="idempotencyKey")
    forgotten_at = DateTimeProperty(db_property="forgottenAt")


class Value(StructuredNode):
    """The far end of a fact that names no entity."""

    UNIQUE: ClassVar[tuple[tuple[str, ...], ...]] = (*IN_BRAIN, ("brain", "key"))

    brain = StringProperty()
    uid = StringProperty(db_property="id")
    key = StringProperty()
    text = StringProperty()
    kind = StringProperty()
    stated_by = RelationshipFrom("Entity", "FACT", model=FactRel)


class Alias(StructuredNode):
    """A normalised name."""

    UNIQUE: ClassVar[tuple[tuple[str, ...], ...]] = (("brain", "norm"),)

    brain = StringProperty()
    norm = StringProperty()
    name = StringProperty()
    means = RelationshipTo("Entity", "ALIAS_OF", model=AliasOfRel)


class Episode(StructuredNode):
    """One piece of input, as it came."""

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

    mentions = RelationshipTo("Entity", "MENTIONS")
    states = RelationshipTo("Statement", "STATES")
    next = RelationshipTo("Episode", "NEXT")
    chunks = RelationshipTo("Chunk", "HAS_CHUNK")


class Chunk(StructuredNode):
    """A part of a long episode, searched in its place."""

    UNIQUE: ClassVar[tuple[tuple[str, ...], ...]] = IN_BRAIN

    brain = StringProperty()
    uid = StringProperty(db_property="id")
    content = StringProperty()
    position = IntegerProperty()


class Statement(StructuredNode):
    """What one source said, once."""

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
    episodes = RelationshipFrom("Episode", "STATES")
    because_of = RelationshipTo("Statement", "BECAUSE_OF")


class EntityType(StructuredNode):
    """A type of entities, seeded or learnt."""

    UNIQUE: ClassVar[tuple[tuple[str, ...], ...]] = (("brain", "name"),)

    brain = StringProperty()
    name = StringProperty()
    source = StringProperty()
    usage_count = IntegerProperty(db_property="usageCount")


class RelationType(StructuredNode):
    """A relation, and how its values exclude each other."""

    UNIQUE: ClassVar[tuple[tuple[str, ...], ...]] = (("brain", "name"),)

    brain = StringProperty()
    name = StringProperty()
    source = StringProperty()
    description = StringProperty()
    usage_count = IntegerProperty(db_property="usageCount")
    cardinality = StringProperty()
    per = StringProperty()
    symmetric = BooleanProperty()


class FactRef(StructuredNode):
    """Stands for a fact where facts are linked to each other."""

    UNIQUE: ClassVar[tuple[tuple[str, ...], ...]] = (("brain", "factId"),)

    brain = StringProperty()
    fact_id = StringProperty(db_property="factId")
    rests_on = RelationshipTo("FactRef", "RESTS_ON")
    names = RelationshipTo("Entity", "NAMES")
    associated = Relationship("FactRef", "ASSOCIATED", model=AssociatedRel)


class Answer(StructuredNode):
    """What an idempotency key was answered."""

    UNIQUE: ClassVar[tuple[tuple[str, ...], ...]] = (("brain", "key"),)

    brain = StringProperty()
    key = StringProperty()


class ApiKey(StructuredNode):
    """Who may do what, and where. Of the key itself only its hash is here."""

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


class Schema(StructuredNode):
    """The version marker of the schema."""

    UNIQUE: ClassVar[tuple[tuple[str, ...], ...]] = (("name",),)

    name = StringProperty()
    version = IntegerProperty()
    embedder = StringProperty()
    dimensions = IntegerProperty()


NODES = (
    Brain, Entity, Value, Alias, Episode, Forgotten, Chunk, Statement, EntityType, RelationType, FactRef, Answer,
    ApiKey, Schema,
)  # fmt: skip
"""Every label."""
