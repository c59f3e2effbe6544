// Revokes a key. A key that was revoked before keeps its time. Parameters: $id STRING. Returns no row if there is no such key.
CYPHER 25
MATCH (k:ApiKey {id: $id})
SET k.revokedAt = coalesce(k.revokedAt, datetime.realtime())
WITH k
// include: access/key_row
