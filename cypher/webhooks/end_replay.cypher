// Ends the replay of a dead letter: it was delivered and is removed, or it stays with the error. Ends the lease. Mode: WRITE.
// Parameters: $brain STRING, $id STRING, $lease STRING, $letter STRING, $error STRING|null (null = delivered)
// Returns: id; no row if the lease has passed on
CYPHER 25
MATCH (w:Webhook {brain: $brain, id: $id})
SET w.lockedAt = timestamp()
WITH w WHERE w.lease = $lease
SET w.lease = null, w.leaseUntil = null
WITH w
CALL () {
  MATCH (l:DeadLetter {brain: $brain, id: $letter})
  SET l.replaying = null, l.attempts = l.attempts + 1, l.error = $error
  FOREACH (x IN CASE WHEN $error IS NULL THEN [l] ELSE [] END | DETACH DELETE x)
}
RETURN w.id AS id
