// Removes the claim of a failed request from its idempotency key, so that the request can be tried again.
// Parameters: $brain STRING, $key STRING, $mark STRING (of the request that failed; other marks stay)
CYPHER 25
MATCH (a:Answer {brain: $brain, key: $key}) WHERE a.mark = $mark AND a.status IS NULL
DELETE a
