"""The graph as neomodel classes, to walk it in Python. They are for reading; graphmem itself sends Cypher.

`UNIQUE` lists the unique keys of each label and edge; a test compares it with `cypher/schema/`. Times are UTC.

    from neomodel import db
    from graphmem.nodes import EntityNode

    db.set_connection(url="bolt://neo4j:password@localhost:7687")
    moment = datetime(2023, 12, 1, tzinfo=UTC)
    ana = EntityNode.nodes.get(brain="work", key="person:ana")
    for company in ana.facts.match(relation="works_at", period_start__lte=moment, period_end__gt=moment):
        print(company.name)
    db.close_connection()

docs/graph.md has more.
"""

from graphmem.nodes.derived_nodes import ClusterNode, DirectiveNode, ObservationNode, ProposalNode, UnsettledNode
from graphmem.nodes.node_classes import (
    NODES,
    AliasNode,
    AnswerNode,
    ApiKeyNode,
    AuditLineNode,
    BrainNode,
    ChunkNode,
    ConditionNode,
    EntityNode,
    EntityTypeNode,
    EpisodeNode,
    FactRefNode,
    ForgottenNode,
    LoginNode,
    RelationTypeNode,
    SchemaNode,
    StatementNode,
    UpkeepJobNode,
    ValueNode,
)
from graphmem.nodes.relationships import AliasOfRel, AssociatedRel, FactRel, FactWasRel

__all__ = [
    "NODES",
    "AliasNode",
    "AliasOfRel",
    "AnswerNode",
    "ApiKeyNode",
    "AssociatedRel",
    "AuditLineNode",
    "BrainNode",
    "ChunkNode",
    "ClusterNode",
    "ConditionNode",
    "DirectiveNode",
    "EntityNode",
    "EntityTypeNode",
    "EpisodeNode",
    "FactRefNode",
    "FactRel",
    "FactWasRel",
    "ForgottenNode",
    "LoginNode",
    "ObservationNode",
    "ProposalNode",
    "RelationTypeNode",
    "SchemaNode",
    "StatementNode",
    "UnsettledNode",
    "UpkeepJobNode",
    "ValueNode",
]
