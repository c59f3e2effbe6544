// A fragment: counts extracted episodes for the jobs of upkeep that run after every few of them, and makes a job due that has enough.
// In the transaction that extracts them, under the brain's lock. Parameters: $brain STRING, $episodes LIST<MAP> {set MAP {status}}
WITH size([x IN $episodes WHERE x.set.status = 'extracted']) AS extracted
MATCH (j:UpkeepJob {brain: $brain}) USING INDEX SEEK j:UpkeepJob(brain, everyEpisodes)
WHERE j.everyEpisodes >= 1 AND extracted > 0
SET j.episodes = coalesce(j.episodes, 0) + extracted
WITH j WHERE j.episodes >= j.everyEpisodes
SET j.nextAt = datetime.realtime(), j.episodes = 0
