// A fragment of recall: the facts of the episodes that pass the filters, as they were believed at a system time. A search
// through the whole brain may miss them. To be included in a CALL ().
// Parameter: $q MAP, of which: at DATETIME (valid time), past BOOLEAN (known_at is given), and those of recall/filtered_episodes:
// brain, known, session, speaker, role, tags, metadata
// Returns: f RELATIONSHIP
CALL () {
  // include: recall/filtered_episodes
}
MATCH (ep)-[:STATES]->(s:Statement)
WITH DISTINCT s.subjectId AS subjectId, s.relation AS relation, s.objectId AS objectId LIMIT 2000
CALL (subjectId, relation, objectId) {
  MATCH ()-[f:FACT {brain: $q.brain, subjectId: subjectId, relation: relation, objectId: objectId}]->() USING INDEX SEEK f:FACT(brain, subjectId, relation, objectId)
  WHERE f.recordedAt <= $q.known
  RETURN f
  UNION ALL
  WITH subjectId, relation, objectId WHERE $q.past
  MATCH ()-[f:FACT_WAS {brain: $q.brain, subjectId: subjectId, relation: relation, objectId: objectId}]->() USING INDEX SEEK f:FACT_WAS(brain, subjectId, relation, objectId)
  WHERE f.recordedAt <= $q.known AND $q.known < f.expiredAt
  RETURN f
}
WITH f WHERE
// include: recall/has_begun
RETURN f
