// graphmem.bfs: the facts around some entities that are visible at a valid and a system time, nearest first.
//
// Mode: READ. Parameters: $brain STRING, $start LIST<STRING> (ids, keys or names of entities), $hops INTEGER 1 to 4,
// $validAt DATETIME|null (null = now), $knownAt DATETIME|null (null = the latest), $limit INTEGER, $direction
// 'both'|'out'|'in', $events BOOLEAN (also what had happened by then)
// Returns: fact RELATIONSHIP (FACT, or FACT_WAS for the past), entity NODE (its far end: Entity or Value),
// hops INTEGER, path PATH from the start, so that Neo4j Browser draws it.
// Layer by layer, at most $limit facts. A node with too many facts gives its 50 best ones. Never through values.
CYPHER 25
WITH coalesce($validAt, datetime()) AS at, coalesce($knownAt, datetime('9999-12-31T00:00:00Z')) AS known
CALL () {
  UNWIND $start AS ref
  CALL (ref) {
    // include: explore/resolve_entity
  }
  RETURN collect(DISTINCT e) AS visited
}
WITH at, known, [] AS hits, [s IN visited | {node: s, start: s, facts: []}] AS frontier, visited
// include: explore/bfs_layer
// include: explore/bfs_layer
// include: explore/bfs_layer
// include: explore/bfs_layer
UNWIND hits AS h
CALL (h) {
  WITH h.start AS s, h.facts[0] AS a WHERE size(h.facts) = 1
  MATCH path = (s)-[a]-()
  RETURN path
  UNION ALL
  WITH h.start AS s, h.facts[0] AS a, h.facts[1] AS b WHERE size(h.facts) = 2
  MATCH path = (s)-[a]-()-[b]-()
  RETURN path
  UNION ALL
  WITH h.start AS s, h.facts[0] AS a, h.facts[1] AS b, h.facts[2] AS c WHERE size(h.facts) = 3
  MATCH path = (s)-[a]-()-[b]-()-[c]-()
  RETURN path
  UNION ALL
  WITH h.start AS s, h.facts[0] AS a, h.facts[1] AS b, h.facts[2] AS c, h.facts[3] AS d WHERE size(h.facts) = 4
  MATCH path = (s)-[a]-()-[b]-()-[c]-()-[d]-()
  RETURN path
}
RETURN h.fact AS fact, h.node AS entity, size(h.facts) AS hops, path
