// Gives statements the details of their sentences, and forgets how evidence was linked by earlier rules.
// Mode: WRITE, under the brain's lock. Parameters: $brain STRING, $details [{id, details LIST<STRING>}], $derivedTo STRING (the id of
// the last subject that is derived in this transaction)
CYPHER 25
CALL () {
  UNWIND $details AS x
  MATCH (s:Statement {brain: $brain, id: x.id})
  SET s.details = x.details
}
CALL () {
  UNWIND $details AS x
  MATCH (:FactRef {brain: $brain, factId: x.id})-[old:RESTS_ON {carried: true}]->()
  DELETE old
}
MATCH (b:Brain {id: $brain})
SET b.derivedTo = $derivedTo
