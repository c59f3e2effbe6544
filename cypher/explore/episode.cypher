// One episode with its trace. Parameters: $brain STRING, $id STRING. Returns: episode MAP (explore/episode_row), trace
// STRING|null
CYPHER 25
MATCH (ep:Episode {brain: $brain, id: $id})
RETURN ep.trace AS trace,
  // include: explore/episode_row
