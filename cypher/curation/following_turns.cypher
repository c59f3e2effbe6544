// The turns whose search text or context contains a part of an episode: the two that follow it in its session.
// Parameters: $brain STRING, $episode STRING, $without BOOLEAN (their state without the episode)
// Returns rows: id, turn, before LIST<STRING> (the one or two turns before it then, nearest first), chunked BOOLEAN
CYPHER 25
MATCH (ep:Episode {brain: $brain, id: $episode})-[:NEXT*1..2]->(n:Episode)
CALL (ep, n) {
  MATCH (p:Episode)-[way:NEXT*1..3]->(n) WHERE NOT ($without AND p = ep)
  WITH p, min(size(way)) AS far ORDER BY far LIMIT 2
  RETURN collect(p.turn) AS before
}
RETURN n.id AS id, n.turn AS turn, before, EXISTS { (n)-[:HAS_CHUNK]->() } AS chunked
