// A fragment: a source with its counts. To be included after `WITH name, episodes`.
// Variables: name STRING, episodes INTEGER. Parameter: $brain STRING
// Returns: name, trust FLOAT (1 = not set), episodes, facts INTEGER (facts of the present with at least one statement of the source),
// retractions [{retraction_id, since, recorded_at, statements}] (those that stand, newest first)
OPTIONAL MATCH (source:Source {brain: $brain, id: name})
CALL (name) {
  MATCH (ep:Episode {brain: $brain, source: name})-[:STATES]->(s:Statement)
  WHERE s.withdrawnAt IS NULL AND s.action = 'holds'
  UNWIND [[s.subjectId, s.objectId], [s.objectId, s.subjectId]] AS way
  CALL (s, way) {
    MATCH ()-[f:FACT {brain: $brain, subjectId: way[0], relation: s.relation, objectId: way[1]}]->() USING INDEX SEEK f:FACT(brain, subjectId, relation, objectId)
    WHERE s.id IN f.statementIds
    RETURN f.factId AS id
  }
  RETURN count(DISTINCT id) AS facts
}
RETURN name, coalesce(source.trust, 1.0) AS trust, episodes, facts, COLLECT {
  MATCH (r:SourceRetraction {brain: $brain, source: name}) WHERE r.restoredAt IS NULL
  WITH r ORDER BY r.recordedAt DESC
  RETURN r {retraction_id: r.id, .since, recorded_at: r.recordedAt, .statements}
} AS retractions
