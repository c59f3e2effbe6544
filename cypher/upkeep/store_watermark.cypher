// Stores how far a job of upkeep has come. Written last: a run that was interrupted before is done again.
// Mode: WRITE. Parameters: $brain STRING, $job STRING, $day STRING, $revision INTEGER, $seenAt DATETIME, $options STRING|null
// (what the settings of the brain asked of the run)
CYPHER 25
MATCH (b:Brain {id: $brain})
SET b.lockedAt = timestamp()
MERGE (j:UpkeepJob {brain: $brain, job: $job})
SET j.day = $day, j.revision = $revision, j.seenAt = $seenAt, j.options = $options, j.position = null
