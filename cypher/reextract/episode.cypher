// An episode that is to be extracted again. Parameters: $brain STRING, $id STRING
// Returns one row as ingest/request_row with readBy STRING|null, retracted BOOLEAN (a retraction of its source covers it) and isCut BOOLEAN (a fact
// of it was forgotten while it stayed); none = no such episode
CYPHER 25
MATCH (ep:Episode {brain: $brain, id: $id})
CALL (ep) {
  // include: upkeep/is_retracted
}
MATCH (b:Brain {id: $brain})
RETURN retracted, ep.readBy AS readBy, ep.noDirectives IS NOT NULL AS isCut,
  // include: ingest/request_row
