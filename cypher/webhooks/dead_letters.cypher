// A page of the dead letters of a webhook, oldest first. Parameters: $brain STRING, $webhook STRING, $after STRING (the last id of the page
// before; '' = from the start), $limit INTEGER
// Returns rows: letter MAP
CYPHER 25
MATCH (l:DeadLetter {brain: $brain, webhookId: $webhook}) WHERE l.id > $after
RETURN l {.id, .events, .attempts, last_error: l.error, failed_at: l.failedAt, replaying: coalesce(l.replaying, false)} AS letter
ORDER BY l.id LIMIT $limit
