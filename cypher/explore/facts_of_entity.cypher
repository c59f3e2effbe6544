// A page of the facts in which an entity stands at either end, or only in the sentence, newest recorded first, each once (S0-52).
// Parameters: $brain STRING, $id STRING, $named BOOLEAN (those that only name it too), $past BOOLEAN (known_at is given: history is looked at
// too), $before DATETIME, $beforeMicros INTEGER and
// $beforeId STRING (the cursor), $limit INTEGER, and the filters of explore/fact_wanted: $at, $includeClosed, $known, $relations,
// $minConfidence, $category
// Returns: row MAP (explore/fact_row)
CYPHER 25
MATCH (e:Entity {brain: $brain, id: $id})
UNWIND CASE WHEN e.mergedInto IS NULL THEN [e.id] WHEN $past THEN [e.id, e.mergedInto] ELSE [e.mergedInto] END AS id
MATCH (x:Entity {brain: $brain, id: id})
CALL (x) {
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
  WITH x WHERE $named
  MATCH (x)<-[:NAMES]-(ref:FactRef)
  MATCH ()-[f:FACT {brain: $brain, factId: ref.factId}]->()
  WITH f
  // include: explore/fact_wanted
  RETURN f ORDER BY f.recordedAt DESC, f.factId DESC LIMIT $limit
  UNION
  WITH x WHERE $named AND $past
  MATCH (x)<-[:NAMES]-(ref:FactRef)
  MATCH ()-[f:FACT_WAS {brain: $brain, factId: ref.factId}]->()
  WITH f
  // include: explore/fact_wanted
  RETURN f ORDER BY f.recordedAt DESC, f.factId DESC LIMIT $limit
}
WITH DISTINCT f ORDER BY f.recordedAt DESC, f.factId DESC LIMIT $limit
RETURN
  // include: explore/fact_row
