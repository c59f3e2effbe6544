// Extends the lease of a worker that is still working. Parameters: $brain STRING, $id STRING, $lease STRING, $leaseMs INTEGER
// Returns a row: id; none = the lease has passed to another worker
CYPHER 25
MATCH (ep:Episode {brain: $brain, id: $id})
SET ep.lockedAt = timestamp()
WITH ep WHERE ep.lease = $lease AND ep.status = 'extracting'
SET ep.leaseUntil = datetime.realtime() + duration({milliseconds: $leaseMs}), ep.lockedAt = null
RETURN ep.id AS id
