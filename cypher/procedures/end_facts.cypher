// The plain cascade of the procedures, one level: facts end or leave at once. The exact result follows when the service settles.
// Mode: WRITE, inside a transaction that holds the brain's lock. Parameters: $brain STRING, $recordedAt DATETIME,
// $ended [{factId, at, precision, reason, because}], $removed [{factId, reason, because}], $lists, $since (as in feed/append)
// Returns rows: factId, statements LIST<STRING> (of the fact)
CYPHER 25
CALL () {
  // include: feed/append
}
CALL () {
  UNWIND $ended AS x
  MATCH (a)-[f:FACT {brain: $brain, factId: x.factId}]->(b)
  CREATE (a)-[w:FACT_WAS]->(b)
  SET w = properties(f), w.expiredAt = $recordedAt, w.expiredReason = 'revised', w.embedding = null, w.embeddingBeside = null
  SET f.recordedAt = $recordedAt, f.tInvalid = x.at, f.tInvalidPrecision = x.precision, f.tEnd = x.at, f.closedReason = x.reason, f.closedBy = x.because
  RETURN f.factId AS factId, [id IN f.statementIds | id] AS statements
  UNION ALL
  UNWIND $removed AS x
  MATCH (a)-[f:FACT {brain: $brain, factId: x.factId}]->(b)
  CREATE (a)-[w:FACT_WAS]->(b)
  SET w = properties(f), w.expiredAt = $recordedAt, w.expiredReason = x.reason, w.expiredBy = x.because
  WITH f, f.factId AS factId, [id IN f.statementIds | id] AS statements
  DELETE f
  RETURN factId, statements
}
RETURN factId, statements
