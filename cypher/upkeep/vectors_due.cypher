// Makes the job due that makes missing vectors, in the transaction that leaves vectors out. A job that is due sooner stays so. A run
// that has begun may have looked before: the job is due again after it.
// Mode: WRITE. Parameters: $brain STRING, $seconds INTEGER (until then)
CYPHER 25
MERGE (j:UpkeepJob {brain: $brain, job: 'vectors'})
SET j.lockedAt = timestamp()
WITH j, datetime.realtime() AS now
WITH j, now, now + duration({seconds: $seconds}) AS soon
SET j.leftAt = now, j.nextAt = CASE WHEN j.nextAt <= soon AND (j.lease IS NULL OR j.nextAt > j.begunAt) THEN j.nextAt ELSE soon END
