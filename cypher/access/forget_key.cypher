// Removes a key. Parameters: $id STRING. Returns no row where there is none.
CYPHER 25
MATCH (k:ApiKey {id: $id})
WITH k, k.id AS id
DELETE k
RETURN id
