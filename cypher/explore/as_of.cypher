// The procedure graphmem.asOf for Python. Parameters: $brain STRING, $entity STRING, $validAt DATETIME|null, $knownAt
// DATETIME|null
// Returns: row MAP (explore/fact_row)
CYPHER 25
CALL () {
  // include: procedures/as_of
}
WITH fact AS f
RETURN
  // include: explore/fact_row
