// A fragment: a webhook without its secrets. Variable: w NODE. Parameter: $brain STRING
// Returns: webhook MAP
w {.id, .url, .kinds, .active, created_at: w.createdAt, last_delivered_at: w.deliveredAt, .attempts, last_error: w.error,
  next_attempt_at: CASE WHEN w.attempts > 0 THEN w.nextAt END,
  old_secret_until: CASE WHEN w.oldSecretUntil > datetime.realtime() THEN w.oldSecretUntil END,
  dead_letters: COUNT { MATCH (l:DeadLetter {brain: $brain, webhookId: w.id}) WHERE l.id >= '' }} AS webhook
