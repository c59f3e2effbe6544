// Keeps a request to forget that has found nothing: it hides what arrives later and was said before it.
// Mode: WRITE, under the brain's lock. Parameters: $brain STRING, $request STRING, $of MAP, as in forgetting/withdraw, $recordedAt DATETIME
// Returns: nothing
CYPHER 25
CREATE (r:ForgetRequest {brain: $brain, id: $request})
SET r += $of, r.recordedAt = $recordedAt, r.statements = 0
