// Ends the run of a job of upkeep and its lease. A next run that was set while it ran stays, also that there is none. Mode: WRITE.
// Parameters: $brain STRING, $job STRING, $lease STRING, $report STRING|null (JSON; null = the last one stays), $error STRING|null,
// $next DATETIME|null (the next run)
// Returns: job; no row if the lease has passed on, or the job is gone
CYPHER 25
MATCH (j:UpkeepJob {brain: $brain, job: $job})
SET j.lockedAt = timestamp()
WITH j WHERE j.lease = $lease
SET j.nextAt = CASE WHEN j.nextAt IS NULL OR j.nextAt > j.begunAt THEN j.nextAt ELSE $next END, j.lastRunAt = j.begunAt,
    j.lastReport = coalesce($report, j.lastReport), j.lastError = $error, j.attempts = null, j.lease = null, j.owner = null,
    j.leaseUntil = null, j.begunAt = null, j.progress = null
RETURN j.job AS job
