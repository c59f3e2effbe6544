// Stores items in their order, a microsecond apart. An item that has expired counts as none: its successor is new.
// Mode: WRITE, with the brain's lock (items/stamp). Parameters: $brain STRING, $recordedAt DATETIME, $items LIST<MAP> {id STRING (of a new
// item), path and key STRING, value STRING (JSON), text STRING|null, vector VECTOR|null (of the text), ttlSec FLOAT|null, ifVersion INTEGER|null
// (store it only if the item has this version; 0 = only if there is none), episode STRING|null (what it is remembered as)}, $pii STRING (the
// policy about personal data by which they were screened), $servicePii STRING (that of brains without their own)
// Returns no row if the brain has another policy: nothing was stored. Else a row each, in their order: i, stored BOOLEAN (false = it has another version), known BOOLEAN (the episode exists, or none is
// given), path, key, version, created_at, updated_at, expires_at, ttl_sec
CYPHER 25
MATCH (b:Brain {id: $brain}) WHERE coalesce(b.pii, $servicePii) = $pii
UNWIND range(0, size($items) - 1) AS i
WITH b, i, $items[i] AS x, $recordedAt + duration({microseconds: i}) AS stamp
SET b.lastRecordedAt = stamp
WITH i, x, stamp
CALL (x, stamp) {
  MERGE (n:Item {brain: $brain, path: x.path, key: x.key})
    ON CREATE SET n.version = 0
  WITH n, x, stamp, n.version = 0 OR coalesce(n.expiresAt <= datetime.realtime(), false) AS isNew
  WITH n, x, stamp, isNew, CASE WHEN isNew THEN 0 ELSE n.version END AS version
  WITH n, x, stamp, isNew, version, coalesce(x.ifVersion = version, true) AS stored
  FOREACH (_ IN CASE WHEN stored AND isNew THEN [1] ELSE [] END | SET n.id = x.id, n.createdAt = stamp)
  FOREACH (_ IN CASE WHEN stored THEN [1] ELSE [] END |
    SET n.value = x.value, n.text = x.text, n.embedding = toFloatList(x.vector), n.embeddingBeside = null, n.version = version + 1,
        n.updatedAt = stamp, n.ttlSec = x.ttlSec,
        n.expiresAt = CASE WHEN x.ttlSec IS NOT NULL THEN datetime.realtime() + duration({milliseconds: toInteger(x.ttlSec * 1000)}) END)
  WITH n, x, stored
  OPTIONAL MATCH (ep:Episode {brain: $brain, id: x.episode})
  FOREACH (_ IN CASE WHEN stored AND ep IS NOT NULL THEN [1] ELSE [] END | MERGE (n)-[:REMEMBERED_AS]->(ep))
  RETURN n, stored, x.episode IS NULL OR ep IS NOT NULL AS known
}
RETURN i, stored, known, n.path AS path, n.key AS key, n.version AS version, n.createdAt AS created_at, n.updatedAt AS updated_at,
  n.expiresAt AS expires_at, n.ttlSec AS ttl_sec
ORDER BY i
