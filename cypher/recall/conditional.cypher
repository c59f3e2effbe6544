// Recall, what conditions tell: why facts have fallen, and what waits for a change.
// Parameter: $q MAP, of which: brain STRING, fallen LIST<MAP> {factId, closedBy, subjectId, relation} (facts that ended because what
// they rested on did), at DATETIME (valid time), known DATETIME (system time)
// Returns one row: grounds LIST<LIST> (id of a fallen fact in whose place nothing holds at $q.at, the sentence of what it rested on),
// waiting LIST<MAP> {id, text, subjectId, relation, subject, object, saidAt (µs since 1970), episodeIds, when {subject, relation,
// object, event}}: the newest 100 statements that wait for a change at $q.at
CYPHER 25
CALL () {
  UNWIND $q.fallen AS fact
  MATCH (s:Statement {brain: $q.brain, id: fact.closedBy})
  WHERE NOT EXISTS {
    MATCH ()-[f:FACT {brain: $q.brain, subjectId: fact.subjectId, relation: fact.relation}]->() USING INDEX SEEK f:FACT(brain, subjectId, relation, objectId)
    WHERE f.objectId IS NOT NULL AND f.tStart <= $q.at AND $q.at < f.tEnd
  }
  RETURN collect([fact.factId, s.text]) AS grounds
}
CALL () {
  MATCH (s:Statement {brain: $q.brain, waits: true}) USING INDEX SEEK s:Statement(brain, waits)
  WHERE s.recordedAt <= $q.known AND coalesce(s.withdrawnAt > $q.known, true) AND s.occurredAt <= $q.at
  WITH s ORDER BY s.occurredAt DESC, s.id LIMIT 100
  WHERE NOT EXISTS {
    MATCH ()-[f:FACT {brain: $q.brain, subjectId: s.subjectId, relation: s.relation, objectId: s.objectId}]->() USING INDEX SEEK f:FACT(brain, subjectId, relation, objectId)
    WHERE s.id IN f.statementIds AND f.tStart <= $q.at
  }
  MATCH (s)-[:STARTS_WHEN]->(c:Condition)
  MATCH (watched:Entity {brain: $q.brain, id: c.subjectId})
  OPTIONAL MATCH (value:Entity|Value {brain: $q.brain, id: c.objectId})
  RETURN collect(s {.id, .text, .subjectId, .relation, subject: s.subjectSaid, object: s.objectSaid,
    saidAt: s.occurredAt.epochSeconds * 1000000 + s.occurredAt.microsecond,
    episodeIds: [(ep:Episode)-[:STATES]->(s) | ep.id],
    when: {subject: watched.name, relation: c.relation, object: coalesce(value.name, value.text), event: c.event}}) AS waiting
}
RETURN grounds, waiting
