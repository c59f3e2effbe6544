// Removes a login. Parameters: $id STRING (SHA-256 of the token, hex)
CYPHER 25
MATCH (l:Login {id: $id})
DELETE l
