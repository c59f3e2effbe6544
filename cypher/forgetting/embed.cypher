// Stores vectors of texts that had lost them, where the text is still the same and no vector is there.
// Mode: WRITE. Parameters: $brain STRING, $rows [{kind, id, text, vector, contextVector}]
CYPHER 25
CALL () {
  UNWIND [x IN $rows WHERE x.kind = 'fact'] AS x
  MATCH ()-[f:FACT {brain: $brain, factId: x.id}]->() WHERE f.embedding IS NULL AND f.factText = x.text
  SET f.embedding = toFloatList(x.vector), f.embeddingBeside = null
}
CALL () {
  UNWIND [x IN $rows WHERE x.kind = 'episode'] AS x
  MATCH (n:Episode {brain: $brain, id: x.id}) WHERE n.contextEmbedding IS NULL AND n.turn = x.text
  SET n.embedding = toFloatList(x.vector), n.contextEmbedding = toFloatList(x.contextVector), n.embeddingBeside = null, n.contextEmbeddingBeside = null
}
CALL () {
  UNWIND [x IN $rows WHERE x.kind = 'chunk'] AS x
  MATCH (c:Chunk {brain: $brain, id: x.id}) WHERE c.embedding IS NULL AND coalesce(c.speaker + ': ', '') + c.content = x.text
  SET c.embedding = toFloatList(x.vector), c.embeddingBeside = null
}
