// A fragment: the facts at an entity that are visible at a moment, at most a thousand read in each direction, so that a hub
// with nothing to show costs no more than another node. To be included in a CALL (x, at, known).
// Variables: x NODE, at DATETIME (valid time), known DATETIME (system time).
// Parameters: $knownAt DATETIME|null (null = the latest state, history is not looked at), $direction 'both'|'out'|'in'
// Returns: f RELATIONSHIP, y NODE (its other end)
WITH x, at, known WHERE $direction <> 'in'
MATCH (x)-[f:FACT]->(y)
WITH f, y, at, known LIMIT 1000
WHERE f.tStart <= at AND at < f.tEnd AND f.recordedAt <= known
RETURN f, y
UNION ALL
WITH x, at, known WHERE $direction <> 'out'
MATCH (x)<-[f:FACT]-(y)
WITH f, y, at, known LIMIT 1000
WHERE f.tStart <= at AND at < f.tEnd AND f.recordedAt <= known
RETURN f, y
UNION ALL
WITH x, at, known WHERE $knownAt IS NOT NULL AND $direction <> 'in'
MATCH (x)-[f:FACT_WAS]->(y)
WITH f, y, at, known LIMIT 1000
WHERE f.tStart <= at AND at < f.tEnd AND f.recordedAt <= known AND known < f.expiredAt
RETURN f, y
UNION ALL
WITH x, at, known WHERE $knownAt IS NOT NULL AND $direction <> 'out'
MATCH (x)<-[f:FACT_WAS]-(y)
WITH f, y, at, known LIMIT 1000
WHERE f.tStart <= at AND at < f.tEnd AND f.recordedAt <= known AND known < f.expiredAt
RETURN f, y
