// A fragment: facts at an entity that may be recalled at a time, best first; ended facts come after facts that hold.
// At most a thousand edges are read. To be included in a CALL (x).
// Variables: x NODE. Parameter: $q MAP, of which: at DATETIME
// Returns: f RELATIONSHIP, y NODE (its other end), ended BOOLEAN
MATCH (x)-[f:FACT]-(y)
WITH f, y LIMIT 1000
WHERE
// include: recall/has_begun
WITH f, y, f.tEnd <= $q.at AND f.kind <> 'event' AS ended
RETURN f, y, ended
ORDER BY ended, f.importance * f.confidence DESC, f.lastConfirmedAt DESC, f.factId
