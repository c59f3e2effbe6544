// Sets the trust of a source for the episodes that are stored from now on. Makes the brain if it is not there.
// Mode: WRITE. Parameters: $brain STRING, $source STRING, $trust FLOAT
CYPHER 25
// include: ingest/lock_brain
MERGE (source:Source {brain: $brain, id: $source})
SET source.trust = $trust
RETURN source.trust AS trust
