// Episodes by their ids. An unknown id has no row. Parameters: $brain STRING, $ids LIST<STRING>
// Returns: episode MAP (explore/episode_row)
CYPHER 25
UNWIND $ids AS id
MATCH (ep:Episode {brain: $brain, id: id})
RETURN
  // include: explore/episode_row
