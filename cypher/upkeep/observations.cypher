// A page of the observations of a brain, newest first.
// Parameters: $brain STRING, $status STRING|null (null = any), $kind STRING|null (null = any), $before STRING (id of the last one of the page
// before; '~' = from the newest), $limit INTEGER
// Returns: observation MAP
CYPHER 25
MATCH (n:Observation {brain: $brain}) WHERE n.id < $before
WITH n WHERE ($status IS NULL OR n.status = $status) AND ($kind IS NULL OR n.kind = $kind)
WITH n ORDER BY n.id DESC LIMIT $limit
RETURN n {.id, .kind, .title, .text, .confidence, .importance, .status, .factIds, .episodeIds, .firstSeenAt, .lastSeenAt, .timesSeen,
  entityIds: coalesce(n.entityIds, [])} AS observation
ORDER BY n.id DESC
