"""The nodes of the graph as neomodel classes, one class per label."""

from __future__ import annotations

from typing import ClassVar

from neomodel import (
    ArrayProperty,
    BooleanProperty,
    DateTimeNeo4jFormatProperty,
    FloatProperty,
    IntegerProperty,
    JSONProperty,
    Relationship,
    RelationshipFrom,
    RelationshipTo,
    StringProperty,
    StructuredNode,
)

from graphmem.nodes.derived_nodes import ClusterNode, DirectiveNode, ObservationNode, ProposalNode, UnsettledNode
from graphmem.nodes.hidden_nodes import ForgetRequestNode, HiddenNode
from graphmem.nodes.item_node import ItemNode
from graphmem.nodes.relationships import AliasOfRel, AssociatedRel, FactRel, FactWasRel
from graphmem.nodes.uniqueness import IN_BRAIN


class BrainNode(StructuredNode):
    """A brain: one isolated memory, and the lock of its writers."""

    __label__ = "Brain"

    UNIQUE: ClassVar[tuple[tuple[str, ...], ...]] = (("id",),)

    uid = StringProperty(db_property="id")
    revision = IntegerProperty()
    last_recorded_at = DateTimeNeo4jFormatProperty(db_property="lastRecordedAt")
    created_at = DateTimeNeo4jFormatProperty(db_property="createdAt")
    settings = JSONProperty()
    pii = StringProperty()
    unsettled = BooleanProperty()
    spent_day = StringProperty(db_property="spentDay")
    spent_calls = IntegerProperty(db_property="spentCalls")
    spent_tokens = IntegerProperty(db_property="spentTokens")


class EntityNode(StructuredNode):
    """An entity: a person or thing with a name."""

    __label__ = "Entity"

    UNIQUE: ClassVar[tuple[tuple[str, ...], ...]] = (*IN_BRAIN, ("brain", "key"))

    brain = StringProperty()
    uid = StringProperty(db_property="id")
    key = StringProperty()
    name = StringProperty()
    type = StringProperty()
    type_guessed = BooleanProperty(db_property="typeGuessed")
    external_id = StringProperty(db_property="externalId")
    profile = StringProperty()
    profile_refreshed_at = DateTimeNeo4jFormatProperty(db_property="profileRefreshedAt")
    profile_fact_ids = ArrayProperty(StringProperty(), db_property="profileFactIds")
    digest = StringProperty()
    digest_fact_ids = ArrayProperty(StringProperty(), db_property="digestFactIds")
    summary = StringProperty()
    importance = FloatProperty()
    first_seen_at = DateTimeNeo4jFormatProperty(db_property="firstSeenAt")
    last_seen_at = DateTimeNeo4jFormatProperty(db_property="lastSeenAt")
    merged_into = StringProperty(db_property="mergedInto")

    facts = RelationshipTo("EntityNode", "FACT", model=FactRel)
    facts_about = RelationshipFrom("EntityNode", "FACT", model=FactRel)
    values = RelationshipTo("ValueNode", "FACT", model=FactRel)
    past_facts = RelationshipTo("EntityNode", "FACT_WAS", model=FactWasRel)
    aliases = RelationshipFrom("AliasNode", "ALIAS_OF", model=AliasOfRel)
    episodes = RelationshipFrom("EpisodeNode", "MENTIONS")


class ForgottenNode(StructuredNode):
    """A forgotten episode: a mark that its id and its idempotency key were used. Nothing else of it is left."""

    __label__ = "Forgotten"

    UNIQUE: ClassVar[tuple[tuple[str, ...], ...]] = (*IN_BRAIN, ("brain", "idempotencyKey"))

    brain = StringProperty()
    uid = StringProperty(db_property="id")
    idempotency_key = StringProperty(db_property="idempotencyKey")
    forgotten_at = DateTimeNeo4jFormatProperty(db_property="forgottenAt")


class ValueNode(StructuredNode):
    """A value: the object of a fact that is not an entity."""

    __label__ = "Value"

    UNIQUE: ClassVar[tuple[tuple[str, ...], ...]] = (*IN_BRAIN, ("brain", "key"))

    brain = StringProperty()
    uid = StringProperty(db_property="id")
    key = StringProperty()
    text = StringProperty()
    kind = StringProperty()
    stated_by = RelationshipFrom("EntityNode", "FACT", model=FactRel)


class AliasNode(StructuredNode):
    """An alias: a normalised name of one or more entities."""

    __label__ = "Alias"

    UNIQUE: ClassVar[tuple[tuple[str, ...], ...]] = (("brain", "norm"),)

    brain = StringProperty()
    norm = StringProperty()
    name = StringProperty()
    means = RelationshipTo("EntityNode", "ALIAS_OF", model=AliasOfRel)


class EpisodeNode(StructuredNode):
    """An episode: one message or document, as it was sent."""

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
    occurred_at = DateTimeNeo4jFormatProperty(db_property="occurredAt")
    recorded_at = DateTimeNeo4jFormatProperty(db_property="recordedAt")
    metadata = JSONProperty()
    metadata_entries = ArrayProperty(StringProperty(), db_property="metadataEntries")
    tags = ArrayProperty(StringProperty())
    pii_kinds = ArrayProperty(StringProperty(), db_property="piiKinds")
    trust = FloatProperty()
    status = StringProperty()
    error = StringProperty()
    waits_for = StringProperty(db_property="waitsFor")
    model_calls = IntegerProperty(db_property="modelCalls")
    tokens = IntegerProperty()
    covers = IntegerProperty()
    current = BooleanProperty()

    mentions = RelationshipTo("EntityNode", "MENTIONS")
    states = RelationshipTo("StatementNode", "STATES")
    next = RelationshipTo("EpisodeNode", "NEXT")
    chunks = RelationshipTo("ChunkNode", "HAS_CHUNK")


class ChunkNode(StructuredNode):
    """A chunk: a part of a long episode, searched in place of the episode."""

    __label__ = "Chunk"

    UNIQUE: ClassVar[tuple[tuple[str, ...], ...]] = IN_BRAIN

    brain = StringProperty()
    uid = StringProperty(db_property="id")
    content = StringProperty()
    position = IntegerProperty()


class ConditionNode(StructuredNode):
    """A condition of a statement: what it rests on, or what it waits for."""

    __label__ = "Condition"

    UNIQUE: ClassVar[tuple[tuple[str, ...], ...]] = IN_BRAIN

    brain = StringProperty()
    uid = StringProperty(db_property="id")
    subject_id = StringProperty(db_property="subjectId")
    subject_said = StringProperty(db_property="subjectSaid")
    relation = StringProperty()
    object_id = StringProperty(db_property="objectId")
    object_said = StringProperty(db_property="objectSaid")
    event = StringProperty()


class StatementNode(StructuredNode):
    """A statement: what one source said, once. It is never changed, only withdrawn."""

    __label__ = "Statement"

    UNIQUE: ClassVar[tuple[tuple[str, ...], ...]] = IN_BRAIN

    brain = StringProperty()
    uid = StringProperty(db_property="id")
    action = StringProperty()
    relation = StringProperty()
    subject_id = StringProperty(db_property="subjectId")
    object_id = StringProperty(db_property="objectId")
    at = DateTimeNeo4jFormatProperty()
    until = DateTimeNeo4jFormatProperty()
    start_stated = BooleanProperty(db_property="startStated")
    text = StringProperty()
    confidence = FloatProperty()
    occurred_at = DateTimeNeo4jFormatProperty(db_property="occurredAt")
    recorded_at = DateTimeNeo4jFormatProperty(db_property="recordedAt")
    withdrawn_at = DateTimeNeo4jFormatProperty(db_property="withdrawnAt")
    episodes = RelationshipFrom("EpisodeNode", "STATES")
    because_of = RelationshipTo("StatementNode", "BECAUSE_OF")
    holds_while = RelationshipTo("ConditionNode", "HOLDS_WHILE")
    starts_when = RelationshipTo("ConditionNode", "STARTS_WHEN")


class ChangeNode(StructuredNode):
    """The event of a commit: the ids of what it changed, by kind. Events are removed after a time."""

    __label__ = "Change"

    UNIQUE: ClassVar[tuple[tuple[str, ...], ...]] = (("brain", "revision"),)

    brain = StringProperty()
    uid = StringProperty(db_property="id")
    revision = IntegerProperty()
    recorded_at = DateTimeNeo4jFormatProperty(db_property="recordedAt")
    facts_added = ArrayProperty(StringProperty(), db_property="factsAdded")
    facts_ended = ArrayProperty(StringProperty(), db_property="factsEnded")


class WebhookNode(StructuredNode):
    """A receiver of the events of a brain, with the state of its deliveries. Its secrets are no fields here."""

    __label__ = "Webhook"

    UNIQUE: ClassVar[tuple[tuple[str, ...], ...]] = IN_BRAIN

    brain = StringProperty()
    uid = StringProperty(db_property="id")
    url = StringProperty()
    kinds = ArrayProperty(StringProperty())
    active = BooleanProperty()
    attempts = IntegerProperty()
    error = StringProperty()


class DeadLetterNode(StructuredNode):
    """A batch of events that a webhook has given up."""

    __label__ = "DeadLetter"

    UNIQUE: ClassVar[tuple[tuple[str, ...], ...]] = IN_BRAIN

    brain = StringProperty()
    uid = StringProperty(db_property="id")
    webhook_id = StringProperty(db_property="webhookId")
    events = ArrayProperty(StringProperty())
    attempts = IntegerProperty()
    error = StringProperty()


class SourceNode(StructuredNode):
    """A source of episodes whose trust was set. `uid`: its name."""

    __label__ = "Source"

    UNIQUE: ClassVar[tuple[tuple[str, ...], ...]] = IN_BRAIN

    brain = StringProperty()
    uid = StringProperty(db_property="id")
    trust = FloatProperty()


class SourceRetractionNode(StructuredNode):
    """A retraction of a source: its statements name it in `withdrawnBy`. With `restored_at` it was taken back."""

    __label__ = "SourceRetraction"

    UNIQUE: ClassVar[tuple[tuple[str, ...], ...]] = IN_BRAIN

    brain = StringProperty()
    uid = StringProperty(db_property="id")
    source = StringProperty()
    since = DateTimeNeo4jFormatProperty()
    statements = IntegerProperty()
    recorded_at = DateTimeNeo4jFormatProperty(db_property="recordedAt")
    restored_at = DateTimeNeo4jFormatProperty(db_property="restoredAt")
    reinstated = RelationshipTo("StatementNode", "REINSTATED")


class ReextractionNode(StructuredNode):
    """A new extraction of an episode: what it withdrew names it in `withdrawnBy`, what it added in `addedBy`."""

    __label__ = "Reextraction"

    UNIQUE: ClassVar[tuple[tuple[str, ...], ...]] = IN_BRAIN

    brain = StringProperty()
    uid = StringProperty(db_property="id")
    episode_id = StringProperty(db_property="episodeId")
    read_by = StringProperty(db_property="readBy")
    by = StringProperty()
    reason = StringProperty()
    added = IntegerProperty()
    withdrawn = IntegerProperty()
    restored = IntegerProperty()
    recorded_at = DateTimeNeo4jFormatProperty(db_property="recordedAt")
    undone_at = DateTimeNeo4jFormatProperty(db_property="undoneAt")
    reinstated = RelationshipTo("StatementNode", "REINSTATED")


class EntityTypeNode(StructuredNode):
    """A type of entities, seeded or learned."""

    __label__ = "EntityType"

    UNIQUE: ClassVar[tuple[tuple[str, ...], ...]] = (("brain", "name"),)

    brain = StringProperty()
    name = StringProperty()
    source = StringProperty()
    usage_count = IntegerProperty(db_property="usageCount")


class RelationTypeNode(StructuredNode):
    """A relation and its cardinality."""

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
    """Stands for a fact in edges between facts, because Neo4j has no edges between edges."""

    __label__ = "FactRef"

    UNIQUE: ClassVar[tuple[tuple[str, ...], ...]] = (("brain", "factId"),)

    brain = StringProperty()
    fact_id = StringProperty(db_property="factId")
    rests_on = RelationshipTo("FactRefNode", "RESTS_ON")
    names = RelationshipTo("EntityNode", "NAMES")
    associated = Relationship("FactRefNode", "ASSOCIATED", model=AssociatedRel)


class AnswerNode(StructuredNode):
    """The answer that was given under an idempotency key."""

    __label__ = "Answer"

    UNIQUE: ClassVar[tuple[tuple[str, ...], ...]] = (("brain", "key"),)

    brain = StringProperty()
    key = StringProperty()


class UpkeepJobNode(StructuredNode):
    """A job of upkeep in a brain: how far it has come, when it runs by itself, and who runs it."""

    __label__ = "UpkeepJob"

    UNIQUE: ClassVar[tuple[tuple[str, ...], ...]] = (("brain", "job"),)

    brain = StringProperty()
    job = StringProperty()
    day = StringProperty()
    seen_at = DateTimeNeo4jFormatProperty(db_property="seenAt")
    options = StringProperty()
    position = StringProperty()
    cron = StringProperty()
    time_zone = StringProperty(db_property="timeZone")
    every_episodes = IntegerProperty(db_property="everyEpisodes")
    next_at = DateTimeNeo4jFormatProperty(db_property="nextAt")
    left_at = DateTimeNeo4jFormatProperty(db_property="leftAt")
    owner = StringProperty()
    lease_until = DateTimeNeo4jFormatProperty(db_property="leaseUntil")
    last_run_at = DateTimeNeo4jFormatProperty(db_property="lastRunAt")
    last_error = StringProperty(db_property="lastError")


class ApiKeyNode(StructuredNode):
    """An API key: its scopes and brains. Only the hashes of its secrets are stored."""

    __label__ = "ApiKey"

    UNIQUE: ClassVar[tuple[tuple[str, ...], ...]] = (("id",), ("hash",))

    uid = StringProperty(db_property="id")
    hash = StringProperty()
    old_hash = StringProperty(db_property="oldHash")
    old_hash_until = DateTimeNeo4jFormatProperty(db_property="oldHashUntil")
    rotated_at = DateTimeNeo4jFormatProperty(db_property="rotatedAt")
    prefix = StringProperty()
    name = StringProperty()
    brains = ArrayProperty(StringProperty())
    scopes = ArrayProperty(StringProperty())
    created_at = DateTimeNeo4jFormatProperty(db_property="createdAt")
    expires_at = DateTimeNeo4jFormatProperty(db_property="expiresAt")
    revoked_at = DateTimeNeo4jFormatProperty(db_property="revokedAt")
    last_used_at = DateTimeNeo4jFormatProperty(db_property="lastUsedAt")


class AuditLineNode(StructuredNode):
    """A line of the audit log: a request, or what a policy about personal data found. It holds ids, never texts."""

    __label__ = "AuditLine"

    UNIQUE: ClassVar[tuple[tuple[str, ...], ...]] = (("id",),)

    uid = StringProperty(db_property="id")
    at = DateTimeNeo4jFormatProperty()
    key_id = StringProperty(db_property="keyId")
    key_name = StringProperty(db_property="keyName")
    key = StringProperty()
    operation = StringProperty()
    brain = StringProperty()
    status = IntegerProperty()
    ids = ArrayProperty(StringProperty())
    ids_complete = BooleanProperty(db_property="idsComplete")
    kinds = ArrayProperty(StringProperty())


class LoginNode(StructuredNode):
    """A login of a person. Only the hash of its token is stored."""

    __label__ = "Login"

    UNIQUE: ClassVar[tuple[tuple[str, ...], ...]] = (("id",),)

    uid = StringProperty(db_property="id")
    key_id = StringProperty(db_property="keyId")
    created_at = DateTimeNeo4jFormatProperty(db_property="createdAt")
    ends_at = DateTimeNeo4jFormatProperty(db_property="endsAt")


class SchemaNode(StructuredNode):
    """The version of the schema, and the embedder that the graph was written with."""

    __label__ = "Schema"

    UNIQUE: ClassVar[tuple[tuple[str, ...], ...]] = (("name",),)

    name = StringProperty()
    version = IntegerProperty()
    embedder = StringProperty()
    dimensions = IntegerProperty()
    slot = StringProperty()
    beside = StringProperty()
    beside_dimensions = IntegerProperty(db_property="besideDimensions")


NODES = (
    UnsettledNode,
    BrainNode,
    EntityNode,
    ValueNode,
    AliasNode,
    EpisodeNode,
    ForgottenNode,
    ForgetRequestNode,
    HiddenNode,
    ChunkNode,
    StatementNode,
    ConditionNode,
    ChangeNode,
    WebhookNode,
    DeadLetterNode,
    SourceNode,
    SourceRetractionNode,
    ReextractionNode,
    EntityTypeNode,
    RelationTypeNode,
    FactRefNode,
    AnswerNode,
    ObservationNode,
    ProposalNode,
    DirectiveNode,
    ClusterNode,
    ItemNode,
    UpkeepJobNode,
    ApiKeyNode,
    AuditLineNode,
    LoginNode,
    SchemaNode,
)
"""The classes of all labels."""
