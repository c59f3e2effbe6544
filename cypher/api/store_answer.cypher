// Stores the answer of an idempotency key, to send it again.
// Parameters: $brain STRING, $key STRING, $mark STRING (of the request that was carried out), $status INTEGER, $body STRING
// (JSON)
CYPHER 25
MATCH (a:Answer {brain: $brain, key: $key}) WHERE a.mark = $mark
SET a.status = $status, a.body = $body
