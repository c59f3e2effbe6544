// Other texts about an entity than an episode: texts of other episodes that mention it, and the wordings of its statements.
// Mode: READ, before the episode is removed. Parameters: $brain STRING, $episode STRING, $entities LIST<STRING> (ids)
// Returns rows: entity (id), said LIST<STRING>
CYPHER 25
MATCH (ep:Episode {brain: $brain, id: $episode})-[:MENTIONS]->(e:Entity)
WHERE e.id IN $entities
WITH DISTINCT ep, e
RETURN e.id AS entity,
  COLLECT { MATCH (e)<-[:MENTIONS]-(o:Episode) WHERE o <> ep UNWIND [o.content, o.request] AS said RETURN said
    UNION MATCH (s:Statement {brain: $brain, subjectId: e.id}) USING INDEX SEEK s:Statement(brain, subjectId, relation, objectId) WHERE s.relation IS NOT NULL AND s.objectId IS NOT NULL
      AND NOT EXISTS { (ep)-[:STATES]->(s) } RETURN DISTINCT s.subjectSaid AS said
    UNION MATCH (s:Statement {brain: $brain, objectId: e.id}) USING INDEX SEEK s:Statement(brain, objectId, relation) WHERE s.relation IS NOT NULL
      AND NOT EXISTS { (ep)-[:STATES]->(s) } RETURN DISTINCT s.objectSaid AS said } AS said
