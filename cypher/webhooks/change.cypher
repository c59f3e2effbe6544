// Changes a webhook. What is null stays. A webhook that is made active again is tried at once. Mode: WRITE.
// Parameters: $brain STRING, $id STRING, $url STRING|null, $kinds LIST<STRING>|null, $active BOOLEAN|null
// Returns: webhook MAP (webhooks/row); no row if there is none
CYPHER 25
MATCH (w:Webhook {brain: $brain, id: $id})
SET w.url = coalesce($url, w.url), w.kinds = coalesce($kinds, w.kinds), w.nextAt = CASE WHEN $active THEN datetime.realtime() ELSE w.nextAt END,
    w.active = coalesce($active, w.active)
WITH w
RETURN
// include: webhooks/row
