// Ends a key; what was ended before keeps its time. Parameters: $id STRING. Returns no row where there is none.
CYPHER 25
MATCH (k:ApiKey {id: $id})
SET k.revokedAt = coalesce(k.revokedAt, datetime.realtime())
WITH k
// include: access/key_row
