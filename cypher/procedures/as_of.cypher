// graphmem.asOf: the facts of an entity that held at a valid time, as they were known at a system time (docs/time.md, R1).
//
// Mode: READ. Parameters: $brain STRING, $entity STRING (id, key or name), $validAt DATETIME|null (null = now),
// $knownAt DATETIME|null (null = the latest)
// Returns: fact RELATIONSHIP (FACT or FACT_WAS), subject NODE, object NODE (Entity or Value), latest start first.
CYPHER 25
WITH coalesce($validAt, datetime()) AS at, coalesce($knownAt, datetime('9999-12-31T00:00:00Z')) AS known, $entity AS ref
CALL (ref) {
  // include: explore/resolve_entity
}
WITH e, at, known
CALL (e, at, known) {
  MATCH (e)-[f:FACT]-()
  WHERE f.tStart <= at AND at < f.tEnd AND f.recordedAt <= known
  RETURN f
  UNION
  WITH e, at, known WHERE $knownAt IS NOT NULL
  MATCH (e)-[f:FACT_WAS]-()
  WHERE f.tStart <= at AND at < f.tEnd AND f.recordedAt <= known AND known < f.expiredAt
  RETURN f
}
WITH DISTINCT f
RETURN f AS fact, startNode(f) AS subject, endNode(f) AS object
ORDER BY f.tStart DESC, f.factId
