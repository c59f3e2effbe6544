// Returns an episode to the queue: to be tried again later, or at once by another worker. Does nothing if the lease has passed
// on.
// Parameters: $brain STRING, $id STRING, $lease STRING, $delayMs INTEGER (time until it is due), $error STRING|null (the
// error), $tried BOOLEAN (false = it does not count as an attempt), $waitsFor STRING|null (quota = for the next day's quota of its brain,
// setup = for what is missing on the machine)
// Returns a row: id; none = the lease has passed to another worker
CYPHER 25
MATCH (ep:Episode {brain: $brain, id: $id})
SET ep.lockedAt = timestamp()
WITH ep WHERE ep.lease = $lease AND ep.status = 'extracting'
SET ep.status = 'pending', ep.lease = null, ep.lockedAt = null, ep.error = $error, ep.waitsFor = $waitsFor,
    ep.leaseUntil = datetime.realtime() + duration({milliseconds: $delayMs}),
    ep.attempts = ep.attempts - CASE WHEN $tried THEN 0 ELSE 1 END
RETURN ep.id AS id
