// Ends the lease of a job of upkeep whose run was stopped: it is due at once, and the attempt does not count. Mode: WRITE.
// Parameters: $brain STRING, $job STRING, $lease STRING. Returns: job; no row if the lease has passed on, or the job is gone
CYPHER 25
MATCH (j:UpkeepJob {brain: $brain, job: $job})
SET j.lockedAt = timestamp()
WITH j WHERE j.lease = $lease
SET j.lease = null, j.owner = null, j.leaseUntil = null, j.begunAt = null, j.progress = null, j.attempts = j.attempts - 1
RETURN j.job AS job
