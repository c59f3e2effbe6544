// Extends the lease of a job of upkeep that is still running, and stores how far it has come. Mode: WRITE.
// Parameters: $brain STRING, $job STRING, $lease STRING, $leaseMs INTEGER, $progress INTEGER (what the run has changed)
// Returns: job; no row if the lease has passed on, or the job is gone
CYPHER 25
MATCH (j:UpkeepJob {brain: $brain, job: $job})
SET j.lockedAt = timestamp()
WITH j WHERE j.lease = $lease
SET j.leaseUntil = datetime.realtime() + duration({milliseconds: $leaseMs}), j.progress = $progress
RETURN j.job AS job
