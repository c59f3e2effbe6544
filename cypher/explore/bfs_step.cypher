// A fragment: the facts at an entity that are visible at a valid and a system time. At most a thousand are read in each
// direction, so that a hub without visible facts costs no more than another node. To be included in a CALL (x, at, known).
// Variables: x NODE, at DATETIME (valid time), known DATETIME (system time).
// Parameters: $knownAt DATETIME|null (null = the latest state; history is not read), $direction 'both'|'out'|'in', $events BOOLEAN (also
// what had happened by then)
// Returns: f RELATIONSHIP, y NODE (its other end)
WITH x, at, known WHERE $direction <> 'in'
MATCH (x)-[f:FACT]->(y)
WITH f, y, at, known LIMIT 1000
WHERE f.tStart <= at AND (at < f.tEnd OR ($events AND f.kind = 'event')) AND f.recordedAt <= known
RETURN f, y
UNION ALL
WITH x, at, known WHERE $direction <> 'out'
MATCH (x)<-[f:FACT]-(y)
WITH f, y, at, known LIMIT 1000
WHERE f.tStart <= at AND (at < f.tEnd OR ($events AND f.kind = 'event')) AND f.recordedAt <= known
RETURN f, y
UNION ALL
WITH x, at, known WHERE $knownAt IS NOT NULL AND $direction <> 'in'
MATCH (x)-[f:FACT_WAS]->(y)
WITH f, y, at, known LIMIT 1000
WHERE f.tStart <= at AND (at < f.tEnd OR ($events AND f.kind = 'event')) AND f.recordedAt <= known AND known < f.expiredAt
RETURN f, y
UNION ALL
WITH x, at, known WHERE $knownAt IS NOT NULL AND $direction <> 'out'
MATCH (x)<-[f:FACT_WAS]-(y)
WITH f, y, at, known LIMIT 1000
WHERE f.tStart <= at AND (at < f.tEnd OR ($events AND f.kind = 'event')) AND f.recordedAt <= known AND known < f.expiredAt
RETURN f, y
