// Notes a failed attempt, and when the next one is due; ends the lease. Mode: WRITE.
// Parameters: $brain STRING, $id STRING, $lease STRING, $error STRING, $delayMs INTEGER, $active BOOLEAN (false = nothing is sent any more),
// $letter MAP|null {id, from, to, events, attempts}: the batch is given up, becomes a dead letter, and the webhook goes on behind it
// Returns: id; no row if the lease has passed on
CYPHER 25
MATCH (w:Webhook {brain: $brain, id: $id})
SET w.lockedAt = timestamp()
WITH w WHERE w.lease = $lease
SET w.error = $error, w.attempts = CASE WHEN $letter IS NULL THEN w.attempts + 1 ELSE 0 END, w.active = $active, w.lease = null, w.leaseUntil = null,
    w.nextAt = datetime.realtime() + duration({milliseconds: $delayMs}), w.position = coalesce($letter.to, w.position),
    w.batchTo = CASE WHEN $letter IS NULL THEN w.batchTo END, w.batchId = CASE WHEN $letter IS NULL THEN w.batchId END
FOREACH (x IN CASE WHEN $letter IS NULL THEN [] ELSE [$letter] END |
  CREATE (l:DeadLetter {brain: $brain, id: x.id})
  SET l.webhookId = $id, l.from = x.from, l.to = x.to, l.events = x.events, l.attempts = x.attempts, l.error = $error, l.failedAt = datetime.realtime())
RETURN w.id AS id
