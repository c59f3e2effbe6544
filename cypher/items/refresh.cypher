// Lets the time to live of items begin again. Mode: WRITE. Parameters: $brain STRING, $ids LIST<STRING>
// Returns: id, expires_at DATETIME
CYPHER 25
UNWIND $ids AS id
MATCH (n:Item {brain: $brain, id: id})
WHERE n.expiresAt > datetime.realtime()
SET n.expiresAt = datetime.realtime() + duration({milliseconds: toInteger(n.ttlSec * 1000)})
RETURN n.id AS id, n.expiresAt AS expires_at
