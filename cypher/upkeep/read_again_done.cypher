// Notes that the job `directives` has read some episodes again. Mode: WRITE. Parameters: $brain STRING, $ids LIST<STRING>
CYPHER 25
MATCH (j:UpkeepJob {brain: $brain, job: 'directives'})
WITH j, [id IN coalesce(j.again, []) WHERE NOT id IN $ids] AS rest
SET j.again = CASE WHEN rest <> [] THEN rest END
