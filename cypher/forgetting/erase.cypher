// Erases what requests to forget keep of something that a person forgets: hidden statements with their conditions, versions, former texts, names,
// and the words of a request whose message or subject is forgotten. It then hides nothing that arrives later.
// Mode: WRITE, under the brain's lock. Parameters: $brain STRING, $episode STRING|null, $entity STRING|null, $facts LIST<STRING> (ids that the
// removed facts had), $statements LIST<STRING> (removed ones)
// Returns one row: erased INTEGER (nodes)
CYPHER 25
CALL () {
  MATCH (h:Hidden {brain: $brain}) WHERE h.id >= ''
    AND (h.hiddenLabel = 'Statement' AND ($episode IN h.episodeIds OR $entity IN [h.subjectId, h.objectId] OR h.id IN $facts
        OR EXISTS { (h)-[:HOLDS_WHILE|STARTS_WHEN]->(c) WHERE $entity IN [c.subjectId, c.objectId] })
      OR h.copyOf = 'Statement' AND h.of IN $statements
      OR h.copyOf = 'Episode' AND h.of = $episode OR h.copyOf = 'Chunk' AND h.of STARTS WITH $episode + '#'
      OR h.id = $entity OR h.hiddenWith = $entity)
  RETURN collect(h) AS gone
}
CALL (gone) {
  UNWIND [h IN gone WHERE h.hiddenLabel = 'Statement' | h.id] + $facts AS id
  WITH DISTINCT id
  MATCH ()-[f:FACT_HIDDEN {brain: $brain, factId: id}]->()
  DELETE f
}
CALL (gone) {
  UNWIND [h IN gone WHERE h.hiddenLabel = 'Statement' | h.objectId] AS id
  WITH DISTINCT id
  MATCH (v:Hidden {brain: $brain, id: id})
  WHERE v.hiddenLabel = 'Value' AND none(h IN COLLECT { MATCH (s:Hidden {brain: $brain}) WHERE s.id >= '' AND s.hiddenLabel = 'Statement' AND s.objectId = id RETURN s } WHERE NOT h IN gone)
  RETURN collect(v) AS values
}
CALL (gone) {
  UNWIND gone AS h
  MATCH (h)-[:HOLDS_WHILE|STARTS_WHEN]->(c:Condition)
  DETACH DELETE c
}
WITH gone + [v IN values WHERE NOT v IN gone] AS every
WITH size(every) AS erased, every
FOREACH (h IN every | DETACH DELETE h)
WITH DISTINCT erased
CALL () {
  OPTIONAL MATCH (e:Entity {brain: $brain, id: $entity})
  WITH [x IN [e.id, e.key, toLower(e.name)] + COLLECT { MATCH (a:Alias)-[:ALIAS_OF]->(e) RETURN toLower(a.name) } WHERE x IS NOT NULL] AS called
  WITH called, COLLECT { MATCH (h:Hidden {brain: $brain}) WHERE h.id >= '' UNWIND coalesce(h.requests, []) + [h.hiddenBy] AS id RETURN DISTINCT id } AS hiding
  MATCH (r:ForgetRequest {brain: $brain}) WHERE r.id >= ''
  WITH r, r.episodeId = $episode OR any(x IN [r.subject, r.object] WHERE x IN called OR toLower(x) IN called) AS ended, r.id IN hiding AS hides
  FOREACH (x IN CASE WHEN ended THEN [r] ELSE [] END | SET x.subject = null, x.relation = null, x.object = null, x.occurredAt = null)
  FOREACH (x IN CASE WHEN hides THEN [] ELSE [r] END | SET x.names = null)
  FOREACH (x IN CASE WHEN ended AND NOT hides AND r.statements = 0 THEN [r] ELSE [] END | DELETE x)
}
RETURN erased
