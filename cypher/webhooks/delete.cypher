// Removes a webhook with its dead letters. Mode: WRITE. Parameters: $brain STRING, $id STRING
// Returns: webhook MAP (webhooks/row, as it was); no row if there was none
CYPHER 25
MATCH (w:Webhook {brain: $brain, id: $id})
WITH w,
// include: webhooks/row
CALL (w) {
  MATCH (l:DeadLetter {brain: $brain, webhookId: w.id}) WHERE l.id >= ''
  DETACH DELETE l
}
DETACH DELETE w
RETURN webhook
