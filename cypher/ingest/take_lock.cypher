// The second attempt of a commit: takes the lock before the reads. Parameters: $brain STRING. Returns: revision.
CYPHER 25
// include: ingest/lock_brain
WITH b
RETURN b.revision AS revision
