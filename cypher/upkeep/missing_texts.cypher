// The texts without a vector of some entities, facts and episodes, to be embedded.
// Parameters: $brain STRING, $entities, $facts and $episodes LIST<STRING> (ids)
// Returns: kind, id, of, search, content, turned, before (as upkeep/missing_text)
CYPHER 25
CALL () {
  // include: upkeep/missing_text
}
RETURN kind, id, of, search, content, turned, before
