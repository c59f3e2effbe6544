// A page of the requests to forget that have hidden something, newest first.
// Parameters: $brain STRING, $before STRING (id of the last one of the page before; '~' = from the newest), $limit INTEGER
// Returns: request MAP
CYPHER 25
MATCH (r:ForgetRequest {brain: $brain}) WHERE r.id < $before AND r.statements > 0
RETURN r {.id, .episodeId, .speaker, .sessionId, .by, .recordedAt, .undoneAt, .statements, .episodes} AS request ORDER BY r.id DESC LIMIT $limit
