// Removes an episode and its chunks. Its neighbours in the session are linked, and their copies of its text are derived again.
// Only a mark remains that its id and its idempotency key were used (they answer 410).
// Mode: WRITE, under the brain's lock. Parameters: $brain STRING, $episode STRING, $recordedAt DATETIME,
// $after [{id, before LIST<STRING>, vector LIST|null}] (turns that follow, from following_turns.cypher, with their new context
// vectors; null = it has none yet, or has chunks)
// Returns one row: id, chunks (number), summaries (ids of the summaries of its session, which are removed too: they were made
// from it)
CYPHER 25
MATCH (ep:Episode {brain: $brain, id: $episode})
CALL (ep) {
  MATCH (p:Episode)-[:NEXT]->(ep)-[:NEXT]->(n:Episode)
  MERGE (p)-[:NEXT]->(n)
}
CALL (ep) {
  MATCH (ep)-[:HAS_CHUNK]->(c:Chunk)
  DETACH DELETE c
  RETURN count(c) AS chunks
}
CALL (ep) {
  MATCH (s:Episode {brain: $brain, sessionId: ep.sessionId}) WHERE s.occurredAt IS NOT NULL AND s.covers IS NOT NULL AND s <> ep
  WITH s, s.id AS id
  DETACH DELETE s
  RETURN collect(id) AS summaries
}
CALL (ep) {
  MATCH (r:Reextraction {brain: $brain, episodeId: ep.id})
  DETACH DELETE r
}
CREATE (gone:Forgotten {brain: $brain, id: ep.id})
SET gone.idempotencyKey = ep.idempotencyKey, gone.forgottenAt = $recordedAt
WITH ep, ep.id AS id, chunks, summaries
DETACH DELETE ep
WITH id, chunks, summaries
CALL () {
  UNWIND $after AS x
  MATCH (n:Episode {brain: $brain, id: x.id})
  WITH n, x, split(n.baseText, '\n')[0] + coalesce('\n' + left(x.before[0], 400), '') + '\n' + n.turn AS text
  SET n.searchText = CASE WHEN n.searchText IS NULL THEN null ELSE text + substring(n.searchText, size(n.baseText)) END,
      n.baseText = text, n.contextEmbedding = toFloatList(x.vector), n.contextEmbeddingBeside = null
}
RETURN id, chunks, summaries
