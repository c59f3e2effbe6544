// Stage 7, last statement: the episode is extracted, with its trace, its answer and what makes it findable.
// Nothing is written where the lease has passed on. Parameters: $brain STRING, $episode STRING, $lease STRING|null, $set MAP (status, trace, result, error, lease, ...), $facts STRING (sentences drawn
// from it), $vector and $contextVector: embeddings or null, $chunks [{id, searchText, vector, contextVector, props MAP}] (searched
// in its place), $names [{factId, entityIds, anew BOOLEAN}] (third entities in a fact's sentence; anew = those of the old sentence go),
// $associated [{one, other, weight}] (facts that were said together), $profiles [{id, text}]|null (for entities that have none)
CYPHER 25 replan=skip
MATCH (ep:Episode {brain: $brain, id: $episode})
SET ep.lockedAt = timestamp()
WITH ep WHERE $lease IS NULL OR ep.lease = $lease
SET ep += $set, ep.lockedAt = null,
    ep.searchText = CASE WHEN $facts = '' THEN CASE WHEN size($chunks) > 0 THEN null WHEN EXISTS { (ep)-[:HAS_CHUNK]->() } THEN ep.searchText
      ELSE coalesce(ep.searchText, ep.baseText) END
      ELSE coalesce(ep.baseText, '') + '\n' + $facts END,
    ep.embedding = CASE WHEN $vector IS NULL THEN ep.embedding ELSE toFloatList($vector) END,
    ep.contextEmbedding = CASE WHEN $contextVector IS NULL THEN ep.contextEmbedding ELSE toFloatList($contextVector) END
WITH ep
CALL (ep) {
  UNWIND $chunks AS x
  MERGE (c:Chunk {brain: $brain, id: x.id})
  SET c += x.props, c.searchText = x.searchText, c.brainToken = ep.brainToken, c.occurredAt = ep.occurredAt, c.embedding = toFloatList(x.vector),
      c.contextEmbedding = toFloatList(x.contextVector)
  MERGE (ep)-[:HAS_CHUNK]->(c)
}
CALL () {
  UNWIND $names AS x
  MERGE (ref:FactRef {brain: $brain, factId: x.factId})
  WITH ref, x
  CALL (ref, x) {
    WITH ref, x WHERE x.anew
    MATCH (ref)-[old:NAMES]->()
    DELETE old
  }
  UNWIND x.entityIds AS id
  CALL (id) {
    MATCH (e:Entity {brain: $brain, id: id})
    RETURN e
  }
  MERGE (ref)-[:NAMES]->(e)
}
CALL (ep) {
  UNWIND $profiles AS x
  CALL (x) {
    MATCH (e:Entity {brain: $brain, id: x.id}) WHERE e.profile IS NULL
    RETURN e
  }
  SET e.profile = x.text, e.profileRefreshedAt = ep.recordedAt
}
CALL () {
  UNWIND $associated AS x
  MERGE (one:FactRef {brain: $brain, factId: x.one})
  MERGE (other:FactRef {brain: $brain, factId: x.other})
  MERGE (one)-[a:ASSOCIATED]-(other)
    ON CREATE SET a.weight = x.weight
    ON MATCH SET a.weight = CASE WHEN a.weight + x.weight > 1 THEN 1.0 ELSE a.weight + x.weight END
}
RETURN ep.id AS id
