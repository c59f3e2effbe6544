// A page of the facts of a subject, optionally with an object, most recently recorded first.
// A symmetric relation is found from either end.
// Parameters: $brain STRING, $subject MAP {ref, norm, valueKey}, $object MAP|null (as $subject), $past BOOLEAN (known_at is
// given: also read history), $before DATETIME, $beforeMicros INTEGER and $beforeId STRING (the cursor), $limit INTEGER, and
// the filters of explore/fact_filter: $at, $includeClosed, $events, $known, $relations, $minConfidence, $category, $origin, $text, $endedBy
// Returns: row MAP (explore/fact_row)
CYPHER 25
WITH $subject AS ref
CALL (ref) {
  // include: explore/resolve_end
}
WITH ids AS subjects, $object AS ref
CALL (ref) {
  // include: explore/resolve_end
}
UNWIND subjects AS id
UNWIND coalesce($relations, ['']) AS relation
CALL (id, ids, relation) {
  MATCH ()-[f:FACT]->() USING INDEX SEEK f:FACT(brain, subjectId, relation, objectId)
  WHERE f.brain = $brain AND f.subjectId = id AND f.relation STARTS WITH relation AND f.objectId IS NOT NULL
  WITH f, ids WHERE $object IS NULL OR f.objectId IN ids
  WITH f
  // include: explore/fact_filter
  RETURN f ORDER BY f.recordedAt DESC, f.factId DESC LIMIT $limit
  UNION ALL
  WITH id, ids, relation WHERE $past
  MATCH ()-[f:FACT_WAS]->() USING INDEX SEEK f:FACT_WAS(brain, subjectId, relation, objectId)
  WHERE f.brain = $brain AND f.subjectId = id AND f.relation STARTS WITH relation AND f.objectId IS NOT NULL
  WITH f, ids WHERE $object IS NULL OR f.objectId IN ids
  WITH f
  // include: explore/fact_filter
  RETURN f ORDER BY f.recordedAt DESC, f.factId DESC LIMIT $limit
  UNION ALL
  WITH id, ids, relation
  MATCH (rt:RelationType) WHERE rt.brain = $brain AND rt.name STARTS WITH relation AND rt.symmetric
  CALL (rt, id) {
    MATCH ()-[f:FACT]->() USING INDEX SEEK f:FACT(brain, objectId, relation) WHERE f.brain = $brain AND f.objectId = id AND f.relation = rt.name
    RETURN f
    UNION ALL
    WITH rt, id WHERE $past
    MATCH ()-[f:FACT_WAS]->() USING INDEX SEEK f:FACT_WAS(brain, objectId, relation) WHERE f.brain = $brain AND f.objectId = id AND f.relation = rt.name
    RETURN f
  }
  WITH f, ids WHERE $object IS NULL OR f.subjectId IN ids
  WITH f
  // include: explore/fact_filter
  RETURN f ORDER BY f.recordedAt DESC, f.factId DESC LIMIT $limit
}
WITH DISTINCT f ORDER BY f.recordedAt DESC, f.factId DESC LIMIT $limit
RETURN
  // include: explore/fact_row
