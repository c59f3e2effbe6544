// A page of the facts with an entity at either end, or only in the sentence, most recently recorded first, each once.
// If the entity was merged at the system time, the facts of its survivor are returned.
// Parameters: $brain STRING, $id STRING, $named BOOLEAN (also facts that only name it), $past BOOLEAN (known_at is given: also
// read history), $before DATETIME, $beforeMicros INTEGER and
// $beforeId STRING (the cursor), $limit INTEGER, and the filters of explore/fact_filter: $at, $includeClosed, $events, $known,
// $relations, $minConfidence, $category, $origin, $text, $endedBy
// Returns: row MAP (explore/fact_row)
CYPHER 25
MATCH (e:Entity {brain: $brain, id: $id})
WITH e, $known AS known
CALL (e, known) {
  // include: entities/survivor
}
WITH survivor AS e, known
CALL (e, known) {
  // include: entities/merge_closure_as_of
}
WITH e AS x, collect(one) AS whole
CALL (x, whole) {
  MATCH (x)-[f:FACT]-()
  WITH f
  // include: explore/fact_filter
  RETURN f ORDER BY f.recordedAt DESC, f.factId DESC LIMIT $limit
  UNION
  WITH x WHERE $past
  MATCH (x)-[f:FACT_WAS]-()
  WITH f
  // include: explore/fact_filter
  RETURN f ORDER BY f.recordedAt DESC, f.factId DESC LIMIT $limit
  UNION
  WITH whole WHERE $named
  UNWIND whole AS one
  MATCH (one)<-[n:NAMES]-(ref:FactRef) WHERE n.of IS NULL
  WITH DISTINCT ref.factId AS id
  CALL (id) {
    MATCH ()-[f:FACT {brain: $brain, factId: id}]->()
    RETURN f
  }
  WITH f
  // include: explore/fact_filter
  RETURN f ORDER BY f.recordedAt DESC, f.factId DESC LIMIT $limit
  UNION
  WITH whole WHERE $named AND $past
  UNWIND whole AS one
  MATCH (one)<-[n:NAMES]-(ref:FactRef) WHERE n.of IS NULL
  WITH DISTINCT ref.factId AS id
  CALL (id) {
    MATCH ()-[f:FACT_WAS {brain: $brain, factId: id}]->()
    RETURN f
  }
  WITH f
  // include: explore/fact_filter
  RETURN f ORDER BY f.recordedAt DESC, f.factId DESC LIMIT $limit
}
WITH DISTINCT f ORDER BY f.recordedAt DESC, f.factId DESC LIMIT $limit
RETURN
  // include: explore/fact_row
