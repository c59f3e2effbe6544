// Stores when a key was last used. Parameters: $id STRING.
CYPHER 25
MATCH (k:ApiKey {id: $id})
SET k.lastUsedAt = datetime.realtime()
