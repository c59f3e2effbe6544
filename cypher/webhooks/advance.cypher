// Goes on behind a batch that was delivered, or that has nothing for the webhook; ends the lease. Mode: WRITE.
// Parameters: $brain STRING, $id STRING, $lease STRING, $position STRING|null (cursor; null = begin again at the oldest event),
// $revision INTEGER|null (nothing is left up to this revision), $delivered BOOLEAN, $missed BOOLEAN|null
// (events were removed before they were read)
// Returns: id; no row if the lease has passed on
CYPHER 25
MATCH (w:Webhook {brain: $brain, id: $id})
SET w.lockedAt = timestamp()
WITH w WHERE w.lease = $lease
MATCH (b:Brain {id: $brain})
SET w.position = $position, w.doneRevision = $revision, w.madeAt = b.createdAt, w.batchTo = null, w.batchId = null,
    w.attempts = 0, w.nextAt = datetime.realtime(), w.lease = null, w.leaseUntil = null, w.missed = $missed,
    w.error = CASE WHEN $delivered THEN null ELSE w.error END,
    w.deliveredAt = CASE WHEN $delivered THEN datetime.realtime() ELSE w.deliveredAt END
RETURN w.id AS id
