// How far a job of upkeep has come in a brain. No row if nothing was ever written to the brain.
// Parameters: $brain STRING, $job STRING
// Returns: day STRING|null (of its last complete run), seenAt DATETIME|null (what was used or recorded until then was seen), clock
// DATETIME (the database's)
CYPHER 25
MATCH (b:Brain {id: $brain})
OPTIONAL MATCH (j:UpkeepJob {brain: $brain, job: $job})
RETURN j.day AS day, j.seenAt AS seenAt, datetime.realtime() AS clock
