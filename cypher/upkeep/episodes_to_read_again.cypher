// The episodes that the job `directives` reads again. Parameters: $brain STRING. Returns at most one row: ids LIST<STRING>
CYPHER 25
MATCH (j:UpkeepJob {brain: $brain, job: 'directives'}) WHERE j.again IS NOT NULL
RETURN j.again AS ids
