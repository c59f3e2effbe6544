// Names that an episode may have taught: aliases of the entities that it mentions, learnt since it came, and what else speaks of those
// entities. Names that a person gave, that follow a merge, or that are an entity's own name are no question.
// Mode: READ, before the episode leaves. Parameters: $brain STRING, $episode STRING
// Returns rows: entity (id), norms LIST<STRING>, own LIST<STRING> (texts of the episode), others LIST<STRING> (texts of other episodes
// that mention the entity, and the wordings of what else was said of it)
CYPHER 25
MATCH (ep:Episode {brain: $brain, id: $episode})-[m:MENTIONS]->(e:Entity)
WHERE m.of IS NULL
WITH ep, e, COLLECT { MATCH (a:Alias)-[r:ALIAS_OF]->(e)
  WHERE r.of IS NULL AND r.byHand IS NULL AND r.recordedAt >= ep.recordedAt AND a.name <> e.name RETURN a.norm } AS norms
WHERE norms <> []
RETURN e.id AS entity, norms,
  [ep.content, ep.request] + COLLECT { MATCH (ep)-[:STATES]->(s:Statement) UNWIND [s.subjectSaid, s.objectSaid] AS said RETURN said } AS own,
  COLLECT { MATCH (e)<-[:MENTIONS]-(o:Episode) WHERE o <> ep UNWIND [o.content, o.request] AS said RETURN said
    UNION MATCH (s:Statement {brain: $brain, subjectId: e.id}) USING INDEX s:Statement(brain, subjectId, relation, objectId) WHERE s.relation IS NOT NULL AND s.objectId IS NOT NULL
      AND NOT EXISTS { (ep)-[:STATES]->(s) } RETURN DISTINCT s.subjectSaid AS said
    UNION MATCH (s:Statement {brain: $brain, objectId: e.id}) USING INDEX s:Statement(brain, objectId, relation) WHERE s.relation IS NOT NULL
      AND NOT EXISTS { (ep)-[:STATES]->(s) } RETURN DISTINCT s.objectSaid AS said } AS others
