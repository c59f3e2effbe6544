// Takes the brain's lock and returns the next system time. The revision stays: nothing that resolution and settling read is changed.
// Mode: WRITE. Parameters: $brain STRING. Returns: recordedAt
CYPHER 25
// include: ingest/lock_brain
WITH b, datetime.truncate('microsecond', datetime.realtime()) AS clock
WITH b, CASE WHEN clock > b.lastRecordedAt THEN clock ELSE b.lastRecordedAt + duration({microseconds: 1}) END AS stamp
SET b.lastRecordedAt = stamp
RETURN stamp AS recordedAt
