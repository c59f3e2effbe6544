// A page of the brains that a key may access, by name. A brain without a write is left out.
// Parameters: $brains LIST<STRING> (of the key), $after STRING (the last name of the previous page; empty = from the start),
// $query STRING (in lower case; part of the name, empty = any), $limit INTEGER
CYPHER 25
UNWIND $brains AS brain
MATCH (b:Brain {id: brain}) WHERE b.id > $after AND toLower(b.id) CONTAINS $query
RETURN b.id AS name, b.revision AS revision, b.createdAt AS created_at, b.lastRecordedAt AS last_recorded_at
ORDER BY b.id LIMIT $limit
