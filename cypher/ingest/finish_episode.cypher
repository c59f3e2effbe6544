// Stage 7, last statement: the episode is extracted, with its trace, its answer and what makes it findable.
// Parameters: $brain STRING, $episode STRING, $set MAP (status, trace, result, error, lease, ...), $facts STRING (sentences drawn
// from it), $vector and $contextVector: embeddings or null, $chunks [{id, searchText, vector, props MAP}]
CYPHER 25
MATCH (ep:Episode {brain: $brain, id: $episode})
SET ep += $set,
    ep.searchText = CASE WHEN $facts = '' THEN ep.searchText ELSE coalesce(ep.baseText, '') + '\n' + $facts END,
    ep.embedding = CASE WHEN $vector IS NULL THEN ep.embedding ELSE toFloatList($vector) END,
    ep.contextEmbedding = CASE WHEN $contextVector IS NULL THEN ep.contextEmbedding ELSE toFloatList($contextVector) END
WITH ep
CALL (ep) {
  UNWIND $chunks AS x
  MERGE (c:Chunk {brain: $brain, id: x.id})
  SET c += x.props, c.searchText = x.searchText, c.brainToken = ep.brainToken, c.occurredAt = ep.occurredAt, c.embedding = toFloatList(x.vector)
  MERGE (ep)-[:HAS_CHUNK]->(c)
}
RETURN ep.id AS id
