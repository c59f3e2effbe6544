// The turns whose search text or context an episode belongs to that came late into its session: the two that follow it.
// Parameters: $brain STRING, $episode STRING
// Returns rows: id, turn, before LIST<STRING> (the one or two turns before it, nearest first), chunked BOOLEAN
CYPHER 25
MATCH (ep:Episode {brain: $brain, id: $episode})-[:NEXT*1..2]->(n:Episode)
CALL (n) {
  MATCH (p:Episode)-[way:NEXT*1..2]->(n)
  WITH p, min(size(way)) AS far ORDER BY far
  RETURN collect(p.turn) AS before
}
RETURN n.id AS id, n.turn AS turn, before, EXISTS { (n)-[:HAS_CHUNK]->() } AS chunked
