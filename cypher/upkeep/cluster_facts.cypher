// The facts of a brain that hold, as the graph whose communities are its clusters.
// Parameters: $brain STRING, $now DATETIME
// Returns one row: facts LIST<LIST> (factId, id and name of its subject, id of its object, name of its object if that is an entity, when the
// version was recorded in µs since 1970), the most important first
CYPHER 25
MATCH (s)-[f:FACT]->(o) USING INDEX SEEK f:FACT(brain, factId)
WHERE f.brain = $brain AND f.factId > '' AND f.tStart <= $now AND f.tEnd > $now
WITH s, f, o
ORDER BY coalesce(f.tier, f.category) = 'core' DESC, f.importance DESC, f.confidence DESC, f.lastConfirmedAt DESC, f.factId
RETURN collect([f.factId, s.id, s.name, o.id, CASE WHEN o:Entity THEN o.name END,
  f.recordedAt.epochSeconds * 1000000 + f.recordedAt.microsecond]) AS facts
