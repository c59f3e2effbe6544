// A worker gives an episode back: to be tried again later, or at once by somebody else. Nothing happens where the lease has passed on.
// Parameters: $brain STRING, $id STRING, $lease STRING, $delayMs INTEGER (until then it is left alone), $error STRING|null (what
// went wrong), $tried BOOLEAN (false = it does not count as an attempt)
// Returns a row: id; none = the lease has passed on
CYPHER 25
MATCH (ep:Episode {brain: $brain, id: $id})
SET ep.lockedAt = timestamp()
WITH ep WHERE ep.lease = $lease AND ep.status = 'extracting'
SET ep.status = 'pending', ep.lease = null, ep.lockedAt = null, ep.error = $error,
    ep.leaseUntil = datetime.realtime() + duration({milliseconds: $delayMs}),
    ep.attempts = ep.attempts - CASE WHEN $tried THEN 0 ELSE 1 END
RETURN ep.id AS id
