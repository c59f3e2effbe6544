// Stores where a job of upkeep continues that has not seen the whole brain yet. Its last complete run stays as it is.
// Mode: WRITE. Parameters: $brain STRING, $job STRING, $position STRING (JSON; the job knows what it means)
CYPHER 25
MATCH (b:Brain {id: $brain})
SET b.lockedAt = timestamp()
MERGE (j:UpkeepJob {brain: $brain, job: $job})
SET j.position = $position
