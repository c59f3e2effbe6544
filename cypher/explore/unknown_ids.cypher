// Ids that name nothing in a brain: episodes that it does not have, and facts that do not stand.
// Parameters: $brain STRING, $episodes LIST<STRING>, $facts LIST<STRING>
// Returns one row: episodes LIST<STRING>, facts LIST<STRING>, both in the given order
CYPHER 25
CALL () {
  UNWIND $episodes AS id
  OPTIONAL MATCH (ep:Episode {brain: $brain, id: id})
  WITH id, ep WHERE ep IS NULL
  RETURN collect(id) AS episodes
}
CALL () {
  UNWIND $facts AS id
  OPTIONAL MATCH ()-[f:FACT {brain: $brain, factId: id}]->()
  WITH id, f WHERE f IS NULL
  RETURN collect(id) AS facts
}
RETURN episodes, facts
