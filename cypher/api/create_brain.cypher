// Creates an empty brain if it does not exist, and locks it until the transaction ends. Parameters: $brain STRING.
// Returns: created (whether it is new), settings STRING|null (JSON)
CYPHER 25
OPTIONAL MATCH (old:Brain {id: $brain})
WITH old IS NULL AS created
// include: ingest/lock_brain
WITH b, created
RETURN created, b.settings AS settings
