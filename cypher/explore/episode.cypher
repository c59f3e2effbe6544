// One episode with its trace and the result of its commit. Parameters: $brain STRING, $id STRING
// Returns: episode MAP (explore/episode_row), trace STRING|null, result STRING|null (both JSON)
CYPHER 25
MATCH (ep:Episode {brain: $brain, id: $id})
RETURN ep.trace AS trace, ep.result AS result,
  // include: explore/episode_row
