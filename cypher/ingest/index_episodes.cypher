// Makes stored episodes searchable and stores their answers: the second transaction after ingest/store_episodes and the
// embedding.
// Parameters: $brain STRING, $episodes [{id, result STRING, vector, contextVector, chunks [{id, searchText, vector,
// contextVector, props MAP}]}] (as ingest/finish_episodes; an episode with chunks is searched by its chunks). Returns: id, one
// row per episode that has not been taken for extraction or forgotten since
CYPHER 25
UNWIND $episodes AS x
CALL (x) {
  MATCH (ep:Episode {brain: $brain, id: x.id}) WHERE ep.status = 'stored'
  RETURN ep
}
SET ep.result = x.result, ep.searchText = CASE WHEN size(x.chunks) > 0 THEN null ELSE ep.searchText END,
    ep.embedding = toFloatList(x.vector), ep.contextEmbedding = toFloatList(x.contextVector),
    ep.embeddingBeside = null, ep.contextEmbeddingBeside = null
WITH ep, x
CALL (ep, x) {
  UNWIND x.chunks AS c
  MERGE (n:Chunk {brain: $brain, id: c.id})
  SET n += c.props, n.searchText = c.searchText, n.brainToken = ep.brainToken, n.occurredAt = ep.occurredAt, n.embedding = toFloatList(c.vector),
      n.contextEmbedding = toFloatList(c.contextVector), n.embeddingBeside = null, n.contextEmbeddingBeside = null
  MERGE (ep)-[:HAS_CHUNK]->(n)
}
RETURN ep.id AS id
