// Claims a webhook for one delivery. Mode: WRITE.
// Parameters: $brain STRING, $id STRING, $lease STRING (the fencing token), $leaseMs INTEGER
// Returns one row if it was claimed: url, kinds, secrets LIST<STRING> (those that are valid), position STRING|null (cursor), fromRevision
// INTEGER, batchTo STRING|null (cursor), batchId STRING|null, attempts INTEGER, missed BOOLEAN|null, letter MAP|null {id, from, to}
CYPHER 25
MATCH (w:Webhook {brain: $brain, id: $id})
SET w.lockedAt = timestamp()
WITH w WHERE w.active AND w.nextAt <= datetime.realtime() AND coalesce(w.leaseUntil < datetime.realtime(), true)
SET w.lease = $lease, w.leaseUntil = datetime.realtime() + duration({milliseconds: $leaseMs})
RETURN w.url AS url, w.kinds AS kinds, w.position AS position, w.fromRevision AS fromRevision, w.madeAt AS madeAt, w.batchTo AS batchTo,
  w.batchId AS batchId, w.attempts AS attempts, w.missed AS missed,
  [w.secret] + CASE WHEN w.oldSecretUntil > datetime.realtime() THEN [w.oldSecret] ELSE [] END AS secrets,
  head(COLLECT { MATCH (l:DeadLetter {brain: $brain, webhookId: w.id}) WHERE l.id >= '' AND l.replaying RETURN l {.id, .from, .to} ORDER BY l.id LIMIT 1 }) AS letter
