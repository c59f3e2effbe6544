// A request that failed leaves nothing under its idempotency key, so that it can be tried again.
// Parameters: $brain STRING, $key STRING, $mark STRING (only the one who tried)
CYPHER 25
MATCH (a:Answer {brain: $brain, key: $key}) WHERE a.mark = $mark AND a.status IS NULL
DELETE a
