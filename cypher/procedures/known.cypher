// What a reading procedure is asked about and a brain does not have.
// Mode: READ. Parameters: $brain STRING, $names LIST<STRING> (ids, keys or names of entities), $facts LIST<STRING> (ids of facts),
// $knownAt DATETIME|null (names are looked up as of then; null = now)
// Returns one row: brain BOOLEAN (it is there), names LIST<STRING> and facts LIST<STRING> (those that are not there)
CYPHER 25
OPTIONAL MATCH (b:Brain {id: $brain})
CALL () {
  UNWIND $names AS ref
  OPTIONAL CALL (ref) {
    // include: explore/resolve_entity
  }
  WITH ref, count(e) AS found WHERE found = 0
  RETURN collect(ref) AS names
}
CALL () {
  UNWIND $facts AS id
  OPTIONAL MATCH ()-[f:FACT {brain: $brain, factId: id}]->()
  OPTIONAL MATCH ()-[w:FACT_WAS {brain: $brain, factId: id}]->()
  OPTIONAL MATCH (s:Statement {brain: $brain, id: id}) WHERE s.waits AND s.withdrawnAt IS NULL
  WITH id, count(f) + count(w) + count(s) AS found WHERE found = 0
  RETURN collect(id) AS facts
}
RETURN b IS NOT NULL AS brain, names, facts
