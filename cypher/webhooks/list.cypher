// The webhooks of a brain, oldest first. Parameters: $brain STRING. Returns rows: webhook MAP (webhooks/row)
CYPHER 25
MATCH (w:Webhook {brain: $brain}) WHERE w.id >= ''
WITH w ORDER BY w.id
RETURN
// include: webhooks/row
