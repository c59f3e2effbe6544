// Stage 7, last statement: finishes episodes in their order, each with its trace, its answer and its search data.
// Nothing is written for an episode whose lease has passed to another worker. Parameters: $brain STRING,
// $episodes [{id, lease|null, while STRING|null (only if its status is this), set MAP (status, trace, result, error, lease,
// ...),
//   facts STRING (sentences of its facts), vector and contextVector: embeddings or null,
//   chunks [{id, searchText, vector, contextVector, props MAP}] (searched instead of it),
//   names [{factId, entityIds, replaces BOOLEAN}] (third entities in a fact's sentence; replaces = delete those of the old sentence),
//   associated [{one, other, weight}] (facts that were said together), profiles [{id, text}] (for entities without a
//   profile, unless something was forgotten since the episode was stored)}]
// Episodes that become extracted also count for the jobs of upkeep that run after every few of them, and model calls for the day's quota.
// Returns one row per written episode: id, later [{id, episodeId, subject, relation, object|null, exact, occurredAt, speaker|null, sessionId|null,
//   things LIST<LIST<STRING>> (subject and relation of what it hides)}] (requests to forget that were said after the episode and came before it)
CYPHER 25
CALL () {
  // include: upkeep/count_episodes
}
CALL () {
  // include: api/count_spent
}
UNWIND $episodes AS x
CALL (x) {
  MATCH (ep:Episode {brain: $brain, id: x.id})
  SET ep.lockedAt = timestamp()
  RETURN ep
}
WITH ep, x WHERE (x.lease IS NULL OR ep.lease = x.lease) AND coalesce(ep.status = x.while, true)
SET ep += x.set, ep.lockedAt = null,
    ep.searchText = CASE WHEN x.facts = '' THEN CASE WHEN size(x.chunks) > 0 THEN null WHEN EXISTS { (ep)-[:HAS_CHUNK]->() } THEN ep.searchText
      ELSE coalesce(ep.searchText, ep.baseText) END
      ELSE coalesce(ep.baseText, '') + '\n' + x.facts END,
    ep.embedding = CASE WHEN x.vector IS NULL THEN ep.embedding ELSE toFloatList(x.vector) END,
    ep.contextEmbedding = CASE WHEN x.contextVector IS NULL THEN ep.contextEmbedding ELSE toFloatList(x.contextVector) END,
    ep.embeddingBeside = CASE WHEN x.vector IS NULL THEN ep.embeddingBeside END,
    ep.contextEmbeddingBeside = CASE WHEN x.contextVector IS NULL THEN ep.contextEmbeddingBeside END
WITH ep, x
CALL (ep, x) {
  UNWIND x.chunks AS piece
  MERGE (c:Chunk {brain: $brain, id: piece.id})
  SET c += piece.props, c.searchText = piece.searchText, c.brainToken = ep.brainToken, c.occurredAt = ep.occurredAt,
      c.embedding = toFloatList(piece.vector), c.contextEmbedding = toFloatList(piece.contextVector),
      c.embeddingBeside = null, c.contextEmbeddingBeside = null
  MERGE (ep)-[:HAS_CHUNK]->(c)
}
CALL (x) {
  UNWIND x.names AS said
  MERGE (ref:FactRef {brain: $brain, factId: said.factId})
  WITH ref, said
  CALL (ref, said) {
    WITH ref, said WHERE said.replaces
    MATCH (ref)-[old:NAMES]->()
    DELETE old
  }
  UNWIND said.entityIds AS id
  CALL (id) {
    MATCH (e:Entity {brain: $brain, id: id})
    RETURN e
  }
  MERGE (ref)-[:NAMES]->(e)
}
CALL (ep, x) {
  UNWIND x.profiles AS profile
  CALL (ep, profile) {
    // What was forgotten since the message was stored may have stood in the prompt that the profile comes from.
    MATCH (b:Brain {id: $brain}) WHERE b.forgottenAt IS NULL OR b.forgottenAt < ep.recordedAt
    MATCH (e:Entity {brain: $brain, id: profile.id}) WHERE e.profile IS NULL
    RETURN e
  }
  // Its time is that of the last statement of its message: what a later message of the same commit changed is younger.
  WITH ep, e, profile, COLLECT { MATCH (ep)-[:STATES]->(s:Statement) RETURN s.recordedAt ORDER BY s.recordedAt DESC LIMIT 1 }[0] AS stated
  SET e.profile = profile.text, e.profileRefreshedAt = coalesce(stated, ep.recordedAt)
}
CALL (x) {
  UNWIND x.associated AS pair
  MERGE (one:FactRef {brain: $brain, factId: pair.one})
  MERGE (other:FactRef {brain: $brain, factId: pair.other})
  MERGE (one)-[a:ASSOCIATED]-(other)
    ON CREATE SET a.weight = pair.weight
    ON MATCH SET a.weight = CASE WHEN a.weight + pair.weight > 1 THEN 1.0 ELSE a.weight + pair.weight END
}
RETURN ep.id AS id, COLLECT {
  MATCH (r:ForgetRequest {brain: $brain}) USING INDEX SEEK r:ForgetRequest(brain, occurredAt)
  WHERE r.occurredAt > ep.occurredAt AND r.undoneAt IS NULL
  RETURN r {.id, .episodeId, .subject, .relation, .object, .exact, .occurredAt, .speaker, .sessionId,
    things: COLLECT { MATCH (h:Hidden {brain: $brain, hiddenBy: r.id}) WHERE h.hiddenLabel = 'Statement' RETURN DISTINCT [h.subjectId, h.relation] }}
  ORDER BY r.id
} AS later
