// Removes expired answers of idempotency keys, a few at a time: those that follow a given key in key order, and the first of
// all. Random keys are thus reached by chance; for keys that count up, the oldest come first. Marks of forgotten episodes stay.
// Mode: WRITE. Parameters: $brain STRING, $key STRING, $days FLOAT (how long answers are kept), $limit INTEGER
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
