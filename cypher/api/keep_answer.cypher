// The answer to an idempotency key, kept to be given again.
// Parameters: $brain STRING, $key STRING, $mark STRING (only the one who carried it out), $status INTEGER, $body STRING (JSON)
CYPHER 25
MATCH (a:Answer {brain: $brain, key: $key}) WHERE a.mark = $mark
SET a.status = $status, a.body = $body
