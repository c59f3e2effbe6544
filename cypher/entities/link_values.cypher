// Links the values of some names to the entity that has them now. The groups are settled afterwards.
// Mode: WRITE. Parameters: $brain STRING, $recordedAt DATETIME, $links as in ingest/link_values.cypher
// Returns a row: linked LIST<MAP> {subjectId, relation, objectId, at}
CYPHER 25
WITH $recordedAt AS stamp
CALL (stamp) {
  // include: ingest/link_values
}
RETURN linked
