// Retires the emotional trends of a brain that no longer wants them, and lets the job `observations` look again, should it want them later.
// Mode: WRITE, under the brain's lock. Parameters: $brain STRING
CYPHER 25
CALL () {
  MATCH (n:Observation {brain: $brain}) WHERE n.id >= '' AND n.kind = 'emotional_trend' AND n.status = 'active'
  SET n.status = 'retired'
}
MATCH (j:UpkeepJob {brain: $brain, job: 'observations'})
SET j.options = null
