// Takes the episodes of a session that wait for extraction for one caller: if enough of them are memorable, or all.
// Parameters: $brain STRING, $session STRING, $threshold INTEGER (number of memorable ones that is enough; 0 = any), $stored
// BOOLEAN (those that nobody has claimed; false = only those of a dead process), $failed BOOLEAN (also those whose extraction
// failed), $lease STRING (the fencing token),
// $leaseMs INTEGER (after this time without an extension an unfinished episode may be taken again)
// Returns: rows as ingest/request_row, with lease, in the order of the session; none if there are not enough yet
CYPHER 25
MATCH (b:Brain {id: $brain})
SET b.lockedAt = timestamp()
WITH b, datetime.realtime() AS now
CALL (now) {
  MATCH (ep:Episode {brain: $brain, sessionId: $session, waiting: true})
  WHERE ($stored AND ep.status = 'stored') OR (ep.status = 'extracting' AND ep.leaseUntil < now) OR ($failed AND ep.status = 'failed')
  RETURN collect(ep) AS waiting
}
WITH b, now, waiting WHERE size([x IN waiting WHERE x.signal]) >= $threshold
UNWIND waiting AS ep
SET ep.status = 'extracting', ep.lease = $lease, ep.leaseUntil = now + duration({milliseconds: $leaseMs})
WITH ep, b ORDER BY ep.occurredAt, ep.recordedAt
RETURN ep.lease AS lease,
  // include: ingest/request_row
