// Takes the lease of a job of upkeep that is due, if no other worker has it. The database's clock decides. The brain's lock is taken first:
// a job begins before its brain is being forgotten, or not at all. Mode: WRITE.
// Parameters: $brain STRING, $job STRING, $lease STRING (the fencing token), $owner STRING (host and process), $leaseMs INTEGER
// Returns one row if it was taken: clock DATETIME, attempts INTEGER (this one included), cron STRING|null, timeZone STRING|null
CYPHER 25
MATCH (b:Brain {id: $brain})
SET b.lockedAt = timestamp()
WITH b
MATCH (j:UpkeepJob {brain: $brain, job: $job})
SET j.lockedAt = timestamp()
WITH j, datetime.realtime() AS now
WHERE j.nextAt <= now AND coalesce(j.leaseUntil < now, true)
SET j.lease = $lease, j.owner = $owner, j.leaseUntil = now + duration({milliseconds: $leaseMs}), j.begunAt = now, j.progress = 0,
    j.attempts = coalesce(j.attempts, 0) + 1
RETURN now AS clock, j.attempts AS attempts, j.cron AS cron, j.timeZone AS timeZone
