// Counts model calls and their tokens in the day's quota of a brain. Mode: WRITE.
// Parameters: $brain STRING, $episodes LIST<MAP> {set MAP {modelCalls INTEGER|null, tokens INTEGER|null}}
CYPHER 25
WITH reduce(sum = 0, x IN $episodes | sum + coalesce(x.set.modelCalls, 0)) AS calls, reduce(sum = 0, x IN $episodes | sum + coalesce(x.set.tokens, 0)) AS tokens
MATCH (b:Brain {id: $brain}) WHERE calls > 0 OR tokens > 0
SET b.lockedAt = timestamp()
WITH b, calls, tokens, toString(date.realtime('UTC')) AS today
SET b.spentCalls = calls + CASE WHEN b.spentDay = today THEN b.spentCalls ELSE 0 END,
    b.spentTokens = tokens + CASE WHEN b.spentDay = today THEN b.spentTokens ELSE 0 END,
    b.spentDay = today
