// graphmem.path: the shortest paths between two entities over facts visible at a valid and a system time, never through values.
//
// Mode: READ. Parameters: $brain STRING, $from STRING, $to STRING (id, key or name), $hops INTEGER 1 to 6,
// $validAt DATETIME|null (null = now), $knownAt DATETIME|null (null = the latest), $events BOOLEAN (also what had happened by then)
// Returns: path PATH, facts LIST<RELATIONSHIP>, hops INTEGER; at most ten paths of the least length.
CYPHER 25
WITH coalesce($validAt, datetime()) AS at, coalesce($knownAt, datetime('9999-12-31T00:00:00Z')) AS known
CALL () {
  WITH $from AS ref
  CALL (ref) {
    // include: explore/resolve_entity
  }
  RETURN e AS a
}
CALL () {
  WITH $to AS ref
  CALL (ref) {
    // include: explore/resolve_entity
  }
  RETURN e AS b
}
WITH a, b, at, known WHERE a <> b
MATCH path = ALL SHORTEST (a)((x)-[f:FACT|FACT_WAS WHERE f.tStart <= at AND (at < f.tEnd OR ($events AND f.kind = 'event')) AND f.recordedAt <= known
  AND coalesce(f.expiredAt, datetime('9999-12-31T00:00:01Z')) > known]-(y:Entity)){1,6}(b)
WHERE length(path) <= $hops
WITH path ORDER BY length(path) LIMIT 10
RETURN path, relationships(path) AS facts, length(path) AS hops
