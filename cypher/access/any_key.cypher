// Whether there is any key, revoked keys included. Parameters: none. Returns one row: known.
CYPHER 25
OPTIONAL MATCH (k:ApiKey) WHERE k.id > ''
WITH k LIMIT 1
RETURN k IS NOT NULL AS known
