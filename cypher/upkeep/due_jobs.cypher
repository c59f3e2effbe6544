// The jobs of upkeep that are due now and that no worker runs, those first that have been due longest. The database's clock decides.
// Jobs without a next run are not in the index. Parameters: $brains LIST<STRING>|null (only in these), $jobs LIST<STRING> (those
// that this version knows), $limit INTEGER
// Returns rows: brain STRING, job STRING
CYPHER 25
WITH datetime.realtime() AS now
CALL (now) {
  MATCH (j:UpkeepJob) USING INDEX SEEK j:UpkeepJob(nextAt)
  WHERE j.nextAt <= now AND coalesce(j.leaseUntil < now, true) AND j.job IN $jobs AND ($brains IS NULL OR j.brain IN $brains)
  RETURN j.brain AS brain, j.job AS job, j.nextAt AS at ORDER BY at LIMIT $limit
}
RETURN brain, job
