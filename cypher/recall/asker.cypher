// The entities that the asker of a question may be: by id or key, else by name.
// Parameter: $q MAP, of which those of recall/restricted_to: brain STRING, only LIST<STRING>, known DATETIME
// Returns: id, name
CYPHER 25
CALL () {
  // include: recall/restricted_to
}
UNWIND only AS e
RETURN e.id AS id, e.name AS name
ORDER BY id
