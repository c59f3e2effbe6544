// The entities that the turns before a question name.
// Parameter: $q MAP, of which: brain STRING, norms LIST<STRING> (normalised names), known DATETIME
// Returns: norm, id, name, type
CYPHER 25
UNWIND $q.norms AS norm
CALL (norm) {
  // include: recall/entities_by_name
}
WITH norm, e WHERE e.mergedInto IS NULL
RETURN norm, e.id AS id, e.name AS name, e.type AS type
