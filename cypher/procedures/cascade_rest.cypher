// The cascade, the step between two passes of settle: stores which statements rest on which evidence, and reads until when
// evidence in other groups stands.
// Mode: WRITE. Parameters: $brain STRING, $stamp DATETIME (only statements known by then count), $resting LIST<MAP> {id, sets
// LIST<STRING> ("a&b" = both; one element per set), subjectId, relation, objectId}, $outside LIST<STRING> (ids of statements)
// Every such statement and every member of its evidence has a light :FactRef; -[:RESTS_ON {set}]-> leads to the evidence.
// A statement stands until the end of the period that carries it; without a period until its start, unless its own evidence ends
// before. What only tells the gap before a stated start (docs/time.md, assumed against stated) carries nothing.
// Returns: id, until DATETIME
CYPHER 25
CALL () {
  UNWIND $resting AS x
  MERGE (ref:FactRef {brain: $brain, factId: x.id})
  SET ref.subjectId = x.subjectId, ref.relation = x.relation, ref.objectId = x.objectId
  WITH ref, x
  OPTIONAL MATCH (ref)-[old:RESTS_ON]->()
  DELETE old
  WITH DISTINCT ref, x
  UNWIND range(0, size(x.sets) - 1) AS i
  UNWIND split(x.sets[i], '&') AS member
  MERGE (m:FactRef {brain: $brain, factId: member})
  MERGE (ref)-[:RESTS_ON {set: i}]->(m)
}
UNWIND $outside AS id
CALL (id) {
  MATCH (s:Statement {brain: $brain, id: id})
  WHERE s.action = 'holds' AND s.recordedAt <= $stamp AND coalesce(s.withdrawnAt > $stamp, true) AND s.subjectId <> s.objectId
    AND none(i IN range(0, coalesce(size(s.away), 0) - 2, 2) WHERE s.away[i] <= $stamp AND $stamp < s.away[i + 1])
  RETURN s, coalesce(s.at, datetime('0001-01-01T00:00:00Z')) AS at
}
CALL (s, at) {
  CALL (s) {
    MATCH ()-[f:FACT {brain: $brain, subjectId: s.subjectId, relation: s.relation, objectId: s.objectId}]->() USING INDEX f:FACT(brain, subjectId, relation, objectId)
    RETURN f
    UNION
    MATCH ()-[f:FACT {brain: $brain, subjectId: s.objectId, relation: s.relation, objectId: s.subjectId}]->() USING INDEX f:FACT(brain, subjectId, relation, objectId)
    RETURN f
  }
  WITH f, s, at WHERE s.id IN f.statementIds AND f.tEnd > at
  RETURN max(coalesce(f.tPeriodEnd, f.tEnd)) AS until
}
OPTIONAL MATCH (ref:FactRef {brain: $brain, factId: id}) WHERE s.evidence IS NOT NULL
RETURN id, CASE WHEN until IS NOT NULL THEN until
  WHEN s.secondHand IS NOT NULL OR s.kind = 'plan' THEN datetime('0001-01-01T00:00:00Z')
  WHEN ref.limit < at THEN ref.limit ELSE at END AS until
