// When the jobs of upkeep of a brain run by themselves, and what their last runs did. Parameters: $brain STRING
// Returns rows: job STRING, cron STRING|null, timeZone STRING|null, every INTEGER|null, nextAt DATETIME|null, since DATETIME|null (a
// worker runs it since then), progress INTEGER|null (what that run has changed), lastAt DATETIME|null, report STRING|null (JSON),
// error STRING|null
CYPHER 25
MATCH (j:UpkeepJob {brain: $brain}) WHERE j.job >= ''
WITH j, coalesce(j.leaseUntil >= datetime.realtime(), false) AS running
RETURN j.job AS job, j.cron AS cron, j.timeZone AS timeZone, j.everyEpisodes AS every, j.nextAt AS nextAt,
  CASE WHEN running THEN j.begunAt END AS since, CASE WHEN running THEN j.progress END AS progress,
  j.lastRunAt AS lastAt, j.lastReport AS report, j.lastError AS error
