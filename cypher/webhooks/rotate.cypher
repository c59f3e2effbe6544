// Gives a webhook a new secret; the old one stays valid for some time. Mode: WRITE.
// Parameters: $brain STRING, $id STRING, $secret STRING, $hours FLOAT
// Returns: webhook MAP (webhooks/row); no row if there is none
CYPHER 25
MATCH (w:Webhook {brain: $brain, id: $id})
SET w.oldSecret = w.secret, w.oldSecretUntil = datetime.realtime() + duration({seconds: $hours * 3600}), w.secret = $secret
WITH w
RETURN
// include: webhooks/row
