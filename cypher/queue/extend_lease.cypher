// Extends the lease of a worker that is still working. Parameters: $brain STRING, $ids LIST<STRING> (the episodes that the lease
// covers), $lease STRING, $leaseMs INTEGER
// Returns rows: id, of those that are still under the lease; none = it has passed to another worker, or all are done
CYPHER 25
UNWIND $ids AS id
MATCH (ep:Episode {brain: $brain, id: id})
SET ep.lockedAt = timestamp()
WITH ep WHERE ep.lease = $lease AND ep.status = 'extracting'
SET ep.leaseUntil = datetime.realtime() + duration({milliseconds: $leaseMs}), ep.lockedAt = null
RETURN ep.id AS id
