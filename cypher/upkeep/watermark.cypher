// How far a job of upkeep has come in a brain. No row if nothing was ever written to the brain.
// Parameters: $brain STRING, $job STRING
// Returns: revision INTEGER (of the brain), day STRING|null (of its last complete run), seen INTEGER|null (the revision then), seenAt
// DATETIME|null (what was used or recorded until then was seen), options STRING|null (what the settings of the brain asked of that run),
// position STRING|null (where a run continues that came after the last complete one), clock DATETIME (the database's), settings STRING|null
// (JSON: the brain's own settings), leftAt DATETIME|null (when something was left to the job last; only that of the vectors)
CYPHER 25
MATCH (b:Brain {id: $brain})
OPTIONAL MATCH (j:UpkeepJob {brain: $brain, job: $job})
RETURN b.revision AS revision, j.day AS day, j.revision AS seen, j.seenAt AS seenAt, j.options AS options, j.position AS position,
  datetime.realtime() AS clock, b.settings AS settings, j.leftAt AS leftAt
