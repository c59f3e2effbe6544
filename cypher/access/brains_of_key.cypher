// A page of those brains that a key is bound to, by name; a brain that was never written to is not there.
// Parameters: $brains LIST<STRING> (the key's), $after STRING (the last name of the page before; empty = from the start),
// $limit INTEGER
CYPHER 25
UNWIND $brains AS brain
MATCH (b:Brain {id: brain}) WHERE b.id > $after
RETURN b.id AS name, b.revision AS revision, b.createdAt AS created_at, b.lastRecordedAt AS last_recorded_at
ORDER BY b.id LIMIT $limit
