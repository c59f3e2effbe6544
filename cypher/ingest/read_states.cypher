// Stage 4, a second read where a death is told, or an end that may be meant of several states: the facts of its subject that are
// not over by then.
// Mode: READ. Parameters: $brain STRING, $claims [{i, subjectId, objectId|null (an entity), at (when it is said)}], $symmetric LIST<STRING> (relations without direction)
// Returns rows: i, states [{factId, relation, tValid, objectId, objectKey, object, isEntity, turned (a fact about the subject that its far end has)}]
CYPHER 25
UNWIND $claims AS c
CALL (c) {
  CALL (c) {
    MATCH ()-[f:FACT {brain: $brain, subjectId: c.subjectId}]->(o) USING INDEX SEEK f:FACT(brain, subjectId, relation, objectId) WHERE f.relation IS NOT NULL AND f.objectId IS NOT NULL
    RETURN f, o, f.objectId AS otherId, false AS turned
    UNION ALL
    MATCH (o)-[f:FACT {brain: $brain, objectId: c.subjectId}]->() USING INDEX SEEK f:FACT(brain, objectId, relation)
    WHERE f.relation IN $symmetric
    RETURN f, o, f.subjectId AS otherId, false AS turned
    UNION ALL
    MATCH (o)-[f:FACT {brain: $brain, subjectId: c.objectId}]->() USING INDEX SEEK f:FACT(brain, subjectId, relation, objectId)
    WHERE f.relation IS NOT NULL AND f.objectId = c.subjectId AND NOT f.relation IN $symmetric
    RETURN f, o, f.subjectId AS otherId, true AS turned
  }
  WITH f, o, otherId, turned WHERE f.tInvalid IS NULL OR f.tInvalid > c.at ORDER BY f.factId
  RETURN collect(f {.factId, .relation, .factText, .tValid, .kind, open: true, objectId: otherId, objectKey: o.key, object: coalesce(o.name, o.text), isEntity: o:Entity, turned: turned}) AS states
}
RETURN c.i AS i, states
