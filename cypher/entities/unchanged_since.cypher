// A fragment: whether nothing has changed of what a text about an entity may rest on: the facts at the entity and those that a message
// told of it in their sentence only, their versions, and their beginnings and ends up to now. It is a condition.
// Variables: e NODE, now DATETIME, writtenAt DATETIME (when the text was written). Parameter: $brain STRING. Returns: BOOLEAN
NOT EXISTS {
  MATCH (e)-[f:FACT|FACT_WAS]-()
  WHERE f.recordedAt > writtenAt OR f.expiredAt > writtenAt
    OR (type(f) = 'FACT' AND ((writtenAt < f.tEnd AND f.tEnd <= now) OR (writtenAt < f.tStart AND f.tStart <= now)))
} AND NOT EXISTS {
  MATCH (e)<-[:NAMES]-(ref:FactRef)
  CALL (ref) {
    MATCH ()-[f:FACT {brain: $brain, factId: ref.factId}]->()
    RETURN f
    UNION ALL
    MATCH ()-[f:FACT_WAS {brain: $brain, factId: ref.factId}]->()
    RETURN f
  }
  WITH f
  WHERE f.recordedAt > writtenAt OR f.expiredAt > writtenAt
    OR (type(f) = 'FACT' AND ((writtenAt < f.tEnd AND f.tEnd <= now) OR (writtenAt < f.tStart AND f.tStart <= now)))
  RETURN f
}
