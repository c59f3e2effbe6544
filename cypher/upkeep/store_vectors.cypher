// Stores the vectors of texts that had none, where the text and the turns before it are still the same and no vector is there: what a request
// to forget has taken away since is in no vector.
// Mode: WRITE, with the brain's lock. Parameters: $brain STRING, $entities, $facts and $episodes LIST<STRING> (ids), $rows LIST<MAP> {kind, id,
// search, content, before (as upkeep/missing_text), vector VECTOR, contextVector VECTOR|null}
// Returns one row: changed INTEGER
CYPHER 25
MATCH (b:Brain {id: $brain})
SET b.lockedAt = timestamp()
WITH b
CALL () {
  // include: upkeep/missing_text
}
WITH kind, id, head([x IN $rows WHERE x.kind = kind AND x.id = id AND x.search = search AND x.content = content AND x.before = before]) AS x
WHERE x IS NOT NULL
CALL (kind, id, x) {
  WITH kind, id, x WHERE kind = 'entity'
  MATCH (n:Entity {brain: $brain, id: id})
  SET n.embedding = toFloatList(x.vector), n.embeddingBeside = null
}
CALL (kind, id, x) {
  WITH kind, id, x WHERE kind = 'fact'
  MATCH ()-[f:FACT {brain: $brain, factId: id}]->()
  SET f.embedding = toFloatList(x.vector), f.embeddingBeside = null
}
CALL (kind, id, x) {
  WITH kind, id, x WHERE kind = 'episode'
  MATCH (n:Episode {brain: $brain, id: id})
  SET n.embedding = toFloatList(x.vector), n.contextEmbedding = toFloatList(x.contextVector),
      n.embeddingBeside = null, n.contextEmbeddingBeside = null
}
CALL (kind, id, x) {
  WITH kind, id, x WHERE kind = 'chunk'
  MATCH (c:Chunk {brain: $brain, id: id})
  SET c.embedding = toFloatList(x.vector), c.contextEmbedding = toFloatList(x.contextVector),
      c.embeddingBeside = null, c.contextEmbeddingBeside = null
}
RETURN count(*) AS changed
