// The procedure graphmem.path for Python. Parameters: $brain STRING, $from STRING, $to STRING, $hops INTEGER,
// $validAt DATETIME|null, $knownAt DATETIME|null, $events BOOLEAN
// Returns: rows LIST<MAP> (explore/fact_row, along the path), names LIST<MAP> {name, was, until} (of the entities along it;
// former names, and until when)
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
RETURN rows, [n IN nodes(path) | {name: n.name, was: n.namesWas, until: n.namesUntil}] AS names
