// An episode with what a replay needs. Parameters: $brain STRING, $id STRING. Returns: the episode's properties,
// previous turns, settings (the brain's own, JSON).
CYPHER 25
MATCH (ep:Episode {brain: $brain, id: $id})
OPTIONAL MATCH (b:Brain {id: $brain})
RETURN
  // include: ingest/request_row
