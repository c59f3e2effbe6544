// Stores a session's summary as an episode. The previous summary stays, but is neither current nor searched.
// Parameters: $brain STRING, $token STRING, $session STRING, $id STRING, $props MAP (content, kind, occurredAt, metadata,
// covers, ...), $searchText STRING, $vector LIST, $turns LIST<STRING> (the episodes that it was made from: all must still
// exist), $facts LIST<LIST<STRING>> (of each sentence of a fact that it was made from the statements that say it: one of each must still exist),
// $entities LIST<STRING> (ids of those it names)
// Returns: recordedAt. No row: one of the turns, or a sentence, has been forgotten.
CYPHER 25
MATCH (b:Brain {id: $brain})
SET b.lockedAt = timestamp()
WITH b, datetime.truncate('microsecond', datetime.realtime()) AS clock
WHERE all(id IN $turns WHERE EXISTS { MATCH (there:Episode {brain: $brain, id: id}) USING INDEX SEEK there:Episode(brain, id) })
  AND all(ids IN $facts WHERE any(id IN ids WHERE EXISTS { MATCH (there:Statement {brain: $brain, id: id}) USING INDEX SEEK there:Statement(brain, id) }))
WITH b, CASE WHEN clock > b.lastRecordedAt THEN clock ELSE b.lastRecordedAt + duration({microseconds: 1}) END AS stamp
SET b.lastRecordedAt = stamp
WITH stamp
CALL () {
  MATCH (old:Episode {brain: $brain, sessionId: $session})
  WHERE old.occurredAt >= datetime('0001-01-01T00:00:00Z') AND old.current
  SET old.current = null, old.searchText = null, old.embedding = null, old.embeddingBeside = null
}
CREATE (ep:Episode {brain: $brain, id: $id})
SET ep += $props, ep.sessionId = $session, ep.recordedAt = stamp, ep.current = true, ep.brainToken = $token, ep.turn = ep.content,
    ep.baseText = $searchText, ep.searchText = $searchText, ep.embedding = toFloatList($vector)
WITH ep, stamp
CALL (ep) {
  UNWIND $entities AS id
  MATCH (e:Entity {brain: $brain, id: id})
  MERGE (ep)-[:MENTIONS]->(e)
}
RETURN stamp AS recordedAt
