// Fixes the batch that a webhook sends, so that every attempt sends the same. Mode: WRITE.
// Parameters: $brain STRING, $id STRING, $lease STRING, $batchTo STRING (cursor), $batchId STRING
// Returns: id; no row if the lease has passed on
CYPHER 25
MATCH (w:Webhook {brain: $brain, id: $id})
SET w.lockedAt = timestamp()
WITH w WHERE w.lease = $lease
SET w.batchTo = $batchTo, w.batchId = $batchId
RETURN w.id AS id
