// Sets the retention policies of a brain. Makes the brain if it is not there. Mode: WRITE.
// Parameters: $brain STRING, $retention STRING|null (JSON; null = keep everything)
CYPHER 25
// include: ingest/lock_brain
SET b.retention = $retention
