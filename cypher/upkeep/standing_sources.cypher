// Which sources of directives stand: episodes that are there and whose source is not retracted, and facts that hold.
// Parameters: $brain STRING, $episodes LIST<STRING>, $facts LIST<STRING>, $now DATETIME
// Returns one row: episodes LIST<STRING>, facts LIST<STRING>
CYPHER 25
CALL () {
  UNWIND $episodes AS id
  MATCH (ep:Episode {brain: $brain, id: id})
  CALL (ep) {
    // include: upkeep/is_retracted
  }
  WITH ep WHERE NOT retracted
  RETURN collect(ep.id) AS episodes
}
CALL () {
  UNWIND $facts AS id
  CALL (id) {
    MATCH ()-[f:FACT {brain: $brain, factId: id}]->() USING INDEX SEEK f:FACT(brain, factId) WHERE f.tEnd > $now
    RETURN f
  }
  RETURN collect(DISTINCT f.factId) AS facts
}
RETURN episodes, facts
