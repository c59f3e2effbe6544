// A fragment: the texts without a vector of some entities, facts and episodes. An episode with chunks is searched by them; a summary and a
// chunk that is no turn have no vector with the turns before.
// Parameters: $brain STRING, $entities, $facts and $episodes LIST<STRING> (ids)
// Returns: kind STRING ("entity", "fact", "episode", "chunk"), id, of STRING (the id by which it was found), search and content STRING (the text is
// the last turn of `search`, which ends with `content`), turned BOOLEAN (it has a second vector, with the turns before), before
// LIST<LIST<STRING>> (search and content of these one or two, nearest first)
UNWIND $entities AS id
MATCH (n:Entity {brain: $brain, id: id}) WHERE n.embedding IS NULL AND n.name IS NOT NULL
RETURN 'entity' AS kind, id, id AS of, n.name AS search, n.name AS content, false AS turned, [] AS before
UNION ALL
UNWIND $facts AS id
MATCH ()-[f:FACT {brain: $brain, factId: id}]->() WHERE f.embedding IS NULL AND f.factText IS NOT NULL
RETURN 'fact' AS kind, id, id AS of, f.factText AS search, f.factText AS content, false AS turned, [] AS before
UNION ALL
UNWIND $episodes AS id
MATCH (n:Episode {brain: $brain, id: id})
WHERE (n.embedding IS NULL OR n.contextEmbedding IS NULL AND n.covers IS NULL) AND n.searchText IS NOT NULL AND NOT EXISTS { (n)-[:HAS_CHUNK]->() }
RETURN 'episode' AS kind, id, id AS of, n.turn AS search, n.turn AS content, n.covers IS NULL AS turned,
  COLLECT { MATCH way = (p:Episode)-[:NEXT*1..2]->(n) RETURN [p.turn, p.turn] ORDER BY length(way) LIMIT 2 } AS before
UNION ALL
UNWIND $episodes AS of
MATCH (:Episode {brain: $brain, id: of})-[:HAS_CHUNK]->(c:Chunk)
WHERE c.embedding IS NULL OR c.contextEmbedding IS NULL AND c.searchText <> c.content
RETURN 'chunk' AS kind, c.id AS id, of, c.searchText AS search, c.content AS content, c.searchText <> c.content AS turned, COLLECT {
  UNWIND [1, 2] AS far
  MATCH (p:Chunk {brain: $brain, id: of + '#' + toString(c.position - far)}) WHERE p.searchText <> p.content
  RETURN [p.searchText, p.content] ORDER BY far } AS before
