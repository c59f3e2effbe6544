// Names that an episode may have taught: aliases of the entities that it mentions, learnt since it was stored. Names that a
// person gave, names that follow a merge, and an entity's own name are left out.
// Mode: READ, before the episode is removed. Parameters: $brain STRING, $episode STRING
// Returns rows: entity (id), norms LIST<STRING>, said LIST<STRING> (texts of the episode)
CYPHER 25
MATCH (ep:Episode {brain: $brain, id: $episode})-[m:MENTIONS]->(e:Entity)
WHERE m.of IS NULL
WITH ep, e, COLLECT { MATCH (a:Alias)-[r:ALIAS_OF]->(e)
  WHERE r.of IS NULL AND r.byHand IS NULL AND r.recordedAt >= ep.recordedAt AND a.name <> e.name RETURN a.norm } AS norms
WHERE norms <> []
RETURN e.id AS entity, norms,
  [ep.content, ep.request] + COLLECT { MATCH (ep)-[:STATES]->(s:Statement) UNWIND [s.subjectSaid, s.objectSaid] AS said RETURN said } AS said
