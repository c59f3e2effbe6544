// A fragment: the version of a found edge at a system time: the edge itself, or its version then.
// To be included in a CALL (g). Variables: g RELATIONSHIP (FACT or FACT_WAS). Parameter: $q MAP, of which: brain STRING, known
// DATETIME
// Returns: f RELATIONSHIP, at most one row
MATCH ()-[f:FACT {brain: $q.brain, factId: g.factId}]->() USING INDEX SEEK f:FACT(brain, factId)
WHERE f.recordedAt <= $q.known
RETURN f
UNION
MATCH ()-[f:FACT_WAS {brain: $q.brain, factId: g.factId}]->() USING INDEX SEEK f:FACT_WAS(brain, factId)
WHERE f.recordedAt <= $q.known AND $q.known < f.expiredAt
RETURN f
