// Removes a key. Parameters: $id STRING. Returns no row if there is no such key.
CYPHER 25
MATCH (k:ApiKey {id: $id})
WITH k, k.id AS id
DELETE k
RETURN id
