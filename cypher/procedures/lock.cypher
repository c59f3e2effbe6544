// Takes the brain's lock and returns the next system time: the node is written first, everything is read afterwards.
// Mode: WRITE. Parameters: $brain STRING
// Returns: revision (before this write), recordedAt, unsettled BOOLEAN (procedures have left groups to be settled). Every write of the graph begins with this (docs/time.md, R8).
CYPHER 25
// include: ingest/lock_brain
WITH b, datetime.truncate('microsecond', datetime.realtime()) AS clock
WITH b, CASE WHEN clock > b.lastRecordedAt THEN clock ELSE b.lastRecordedAt + duration({microseconds: 1}) END AS stamp
SET b.revision = b.revision + 1, b.lastRecordedAt = stamp, b.commitBegunAt = stamp
RETURN b.revision - 1 AS revision, stamp AS recordedAt, coalesce(b.unsettled, false) AS unsettled
