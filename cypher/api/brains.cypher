// A page of brains, by name.
// Parameters: $after STRING (the last name of the previous page; empty = from the start), $query STRING (in lower case; part of the
// name, empty = any), $limit INTEGER
CYPHER 25
MATCH (b:Brain) WHERE b.id > $after
WITH b WHERE toLower(b.id) CONTAINS $query
RETURN b.id AS name, b.revision AS revision, b.createdAt AS created_at, b.lastRecordedAt AS last_recorded_at
ORDER BY b.id LIMIT $limit
