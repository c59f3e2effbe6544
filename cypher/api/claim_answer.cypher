// Claims an idempotency key. The first request puts its mark on the answer node; other requests find the mark, or the answer.
// A mark without an answer lapses after its lease: the process that set it has died.
// Parameters: $brain STRING, $key STRING, $bodyHash STRING, $mark STRING, $lease FLOAT (seconds)
// Returns one row: mine (the mark is ours), bodyHash, status and body (null while the first request is running)
CYPHER 25
MERGE (a:Answer {brain: $brain, key: $key})
  ON CREATE SET a.mark = $mark, a.bodyHash = $bodyHash, a.createdAt = datetime.realtime(), a.markedAt = datetime.realtime()
SET a.askedAt = datetime.realtime()
WITH a, a.status IS NULL AND a.bodyHash = $bodyHash AND a.markedAt < datetime.realtime() - duration({seconds: $lease}) AS lapsed
FOREACH (_ IN CASE WHEN lapsed THEN [1] ELSE [] END | SET a.mark = $mark, a.markedAt = datetime.realtime())
RETURN a.mark = $mark AS mine, a.bodyHash AS bodyHash, a.status AS status, a.body AS body
