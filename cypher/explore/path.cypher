// The procedure graphmem.path for Python. Parameters: $brain STRING, $from STRING, $to STRING, $hops INTEGER,
// $validAt DATETIME|null, $knownAt DATETIME|null
// Returns: rows LIST<MAP> (explore/fact_row, along the path), names LIST<STRING> (of the entities along it)
CYPHER 25
CALL () {
  // include: procedures/path
}
CALL (facts) {
  UNWIND facts AS f
  CALL (f) {
    RETURN
      // include: explore/fact_row
  }
  RETURN collect(row) AS rows
}
RETURN rows, [n IN nodes(path) | n.name] AS names
