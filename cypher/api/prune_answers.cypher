// Answers to idempotency keys that have been kept long enough leave, a few at a time: those that follow a key in their order, and the
// first of all. So random keys meet each other by chance, and where keys count up the oldest come first. What was forgotten stays told.
// Mode: WRITE. Parameters: $brain STRING, $key STRING, $days FLOAT (so long they are kept), $limit INTEGER
CYPHER 25
CALL () {
  MATCH (a:Answer {brain: $brain}) WHERE a.key > $key
  RETURN a ORDER BY a.key LIMIT $limit
  UNION
  MATCH (a:Answer {brain: $brain}) WHERE a.key >= ''
  RETURN a ORDER BY a.key LIMIT $limit
}
WITH a WHERE a.createdAt < datetime.realtime() - duration({seconds: $days * 86400}) AND coalesce(a.status, 0) <> 410
DELETE a
