// One source of a brain. Parameters: $brain STRING, $source STRING
// Returns: as sources/source_row; no row if no episode has it and it has no trust
CYPHER 25
CALL () {
  MATCH (ep:Episode {brain: $brain, source: $source})
  RETURN count(ep) AS episodes
}
WITH $source AS name, episodes WHERE episodes > 0 OR EXISTS { MATCH (:Source {brain: $brain, id: $source}) }
// include: sources/source_row
