// A page of the facts in which an entity stands at either end, or only in the sentence, newest recorded first, each once.
// Where it was merged at the time that is asked for, it is the facts of what it was then.
// Parameters: $brain STRING, $id STRING, $named BOOLEAN (those that only name it too), $past BOOLEAN (known_at is given: history is looked at
// too), $before DATETIME, $beforeMicros INTEGER and
// $beforeId STRING (the cursor), $limit INTEGER, and the filters of explore/fact_wanted: $at, $includeClosed, $known, $relations,
// $minConfidence, $category
// Returns: row MAP (explore/fact_row)
CYPHER 25
MATCH (e:Entity {brain: $brain, id: $id})
WITH e, $known AS known
CALL (e, known) {
  // include: entities/heir
}
WITH heir AS e, known
CALL (e, known) {
  // include: entities/whole
}
WITH e AS x, collect(one) AS whole
CALL (x, whole) {
  MATCH (x)-[f:FACT]-()
  WITH f
  // include: explore/fact_wanted
  RETURN f ORDER BY f.recordedAt DESC, f.factId DESC LIMIT $limit
  UNION
  WITH x WHERE $past
  MATCH (x)-[f:FACT_WAS]-()
  WITH f
  // include: explore/fact_wanted
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
  // include: explore/fact_wanted
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
  // include: explore/fact_wanted
  RETURN f ORDER BY f.recordedAt DESC, f.factId DESC LIMIT $limit
}
WITH DISTINCT f ORDER BY f.recordedAt DESC, f.factId DESC LIMIT $limit
RETURN
  // include: explore/fact_row
