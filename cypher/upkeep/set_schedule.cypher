// Sets when jobs of upkeep run by themselves. A job that keeps its timing keeps its next run too. So does the one that makes missing
// vectors, unless its new timing is sooner.
// Mode: WRITE, under the brain's lock. Parameters: $brain STRING, $rows LIST<MAP> {job, cron STRING|null, timeZone STRING|null, every
// INTEGER|null (after so many episodes), next DATETIME|null (its next run by cron), wanted BOOLEAN (false = it does not run by itself)}
CYPHER 25
UNWIND $rows AS x
WITH x WHERE x.wanted OR EXISTS { MATCH (:UpkeepJob {brain: $brain, job: x.job}) }
MERGE (j:UpkeepJob {brain: $brain, job: x.job})
SET j.nextAt = CASE WHEN x.job = 'vectors' AND j.nextAt <= coalesce(x.next, j.nextAt) THEN j.nextAt
      WHEN x.wanted AND j.nextAt IS NOT NULL AND coalesce(j.cron, '') = coalesce(x.cron, '')
      AND coalesce(j.timeZone, '') = coalesce(x.timeZone, '') THEN j.nextAt ELSE x.next END,
    j.cron = x.cron, j.timeZone = x.timeZone, j.everyEpisodes = x.every,
    j.episodes = CASE WHEN x.every IS NULL THEN null ELSE coalesce(j.episodes, 0) END
