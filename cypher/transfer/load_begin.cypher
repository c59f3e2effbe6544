// Begins a load: the brain must be empty, or contain only the rest of an interrupted load without a later write. Sets a mark
// with the state of the brain.
// Mode: WRITE. Parameters: $brain STRING
// Returns one row: empty BOOLEAN (the load may begin), interrupted BOOLEAN (the rest of an interrupted load exists)
CYPHER 25
OPTIONAL MATCH (old:Brain {id: $brain})
WITH old IS NULL AS isNew
// include: ingest/lock_brain
WITH b, isNew, toString(b.revision) + ' ' + toString(b.lastRecordedAt) AS at
CALL () {
  CALL () {
    // include: transfer/brain_nodes
  }
  WITH n WHERE NOT n:Answer LIMIT 1
  RETURN count(n) > 0 AS filled
}
WITH b, isNew, at, filled, coalesce(b.loading ENDS WITH at, false) AS interrupted
FOREACH (_ IN CASE WHEN filled OR interrupted THEN [] ELSE [1] END | SET b.loading = CASE WHEN isNew THEN 'new ' ELSE 'old ' END + at)
RETURN NOT filled OR interrupted AS empty, filled AND interrupted AS interrupted
