// Texts that have lost their vectors to a request to forget or to its undo. An episode with chunks is searched by them.
// Parameters: $brain STRING, $facts LIST<STRING>, $episodes LIST<STRING>
// Returns rows: kind STRING ("fact", "episode", "chunk"), id, text, before LIST<STRING>|null (the turns before, nearest first)
CYPHER 25
CALL () {
  UNWIND $facts AS id
  MATCH ()-[f:FACT {brain: $brain, factId: id}]->() WHERE f.embedding IS NULL
  RETURN 'fact' AS kind, id, f.factText AS text, [] AS before
  UNION ALL
  UNWIND $episodes AS id
  MATCH (n:Episode {brain: $brain, id: id}) WHERE n.contextEmbedding IS NULL AND n.searchText IS NOT NULL AND NOT EXISTS { (n)-[:HAS_CHUNK]->() }
  RETURN 'episode' AS kind, id, n.turn AS text, COLLECT { MATCH way = (p:Episode)-[:NEXT*1..2]->(n) RETURN p.turn ORDER BY length(way) } AS before
  UNION ALL
  UNWIND $episodes AS id
  MATCH (:Episode {brain: $brain, id: id})-[:HAS_CHUNK]->(c:Chunk) WHERE c.embedding IS NULL
  RETURN 'chunk' AS kind, c.id AS id, coalesce(c.speaker + ': ', '') + c.content AS text, null AS before
}
RETURN kind, id, text, before
