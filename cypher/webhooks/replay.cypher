// Lets dead letters of a webhook be sent again. Mode: WRITE.
// Parameters: $brain STRING, $webhook STRING, $letter STRING|null (id; null = all)
// Returns one row: found BOOLEAN (the webhook is there), letters INTEGER
CYPHER 25
OPTIONAL MATCH (w:Webhook {brain: $brain, id: $webhook})
CALL (w) {
  MATCH (l:DeadLetter {brain: $brain, webhookId: w.id}) WHERE l.id >= '' AND ($letter IS NULL OR l.id = $letter)
  SET l.replaying = true
  RETURN count(l) AS letters
}
RETURN w IS NOT NULL AS found, letters
