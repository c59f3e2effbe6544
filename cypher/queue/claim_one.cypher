// Takes one episode by its id if no other worker has it: for a replay, or for a request under a key whose first request died.
// Parameters: $brain STRING, $id STRING, $states LIST<STRING> (statuses in which it can be taken at once, with its attempts
// counted from one again; an episode that is due can be taken in any case), $lease STRING (the new fencing token), $leaseMs INTEGER
// Returns one row as ingest/request_row with mine BOOLEAN (it was taken), attempts, lease, result (JSON), error and waitsFor STRING|null (as in
// queue/requeue); none = no such episode
CYPHER 25
MATCH (there:Episode {brain: $brain, id: $id})
WITH datetime.realtime() AS now, there,
     there.covers IS NULL AND (there.status IN $states OR (there.status IN ['pending', 'extracting'] AND there.leaseUntil < datetime.realtime())) AS open
FOREACH (_ IN CASE WHEN open THEN [1] ELSE [] END | SET there.lockedAt = timestamp())
WITH now, open
MATCH (ep:Episode {brain: $brain, id: $id})
WITH ep, ep.status IN $states AS fresh, open AND (ep.status IN $states OR (ep.status IN ['pending', 'extracting'] AND ep.leaseUntil < now)) AS mine
FOREACH (_ IN CASE WHEN mine THEN [1] ELSE [] END |
  SET ep.status = 'extracting', ep.lease = $lease, ep.leaseUntil = datetime.realtime() + duration({milliseconds: $leaseMs}),
      ep.attempts = CASE WHEN fresh THEN 1 ELSE ep.attempts + 1 END, ep.waitsFor = null, ep.lockedAt = null)
WITH ep, mine
MATCH (b:Brain {id: $brain})
RETURN mine, ep.attempts AS attempts, ep.result AS result, ep.error AS error, ep.waitsFor AS waitsFor, ep.waiting AS waiting, ep.lease AS lease,
  // include: ingest/request_row
