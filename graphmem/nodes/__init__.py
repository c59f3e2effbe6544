"""The graph as neomodel classes, for people who walk it in Python.

graphmem itself sends Cypher; these classes read the same nodes and edges. `UNIQUE` lists what the database keeps unique in each
label; a test compares it with `cypher/schema/`. Times are UTC.

    from neomodel import db
    from graphmem.nodes import EntityNode

    db.set_connection(url="bolt://neo4j:password@localhost:7687")
    ana = EntityNode.nodes.get(brain="ana", key="person:ana")
    for company in ana.facts.match(relation="works_at"):
        print(company.name, ana.facts.relationship(company).valid_from)
"""

from graphmem.nodes.node_classes import (
    NODES,
    AliasNode,
    AnswerNode,
    ApiKeyNode,
    BrainNode,
    ChunkNode,
    EntityNode,
    EntityTypeNode,
    EpisodeNode,
    FactRefNode,
    ForgottenNode,
    RelationTypeNode,
    SchemaNode,
    StatementNode,
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
    "BrainNode",
    "ChunkNode",
    "EntityNode",
    "EntityTypeNode",
    "EpisodeNode",
    "FactRefNode",
    "FactRel",
    "FactWasRel",
    "ForgottenNode",
    "RelationTypeNode",
    "SchemaNode",
    "StatementNode",
    "ValueNode",
]
