// Erases what requests to forget keep of something that a person forgets: hidden statements with their conditions, versions, former texts, names.
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
FOREACH (h IN every | DETACH DELETE h)
RETURN size(every) AS erased
