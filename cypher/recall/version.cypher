// A fragment: what an edge that search has found was believed to be at a system time: itself, or its version then.
// To be included in a CALL (g). Variables: g RELATIONSHIP (FACT or FACT_WAS)
// Parameters: $brain STRING, $past BOOLEAN (false = the latest, nothing is looked up), $known DATETIME
// Returns: f RELATIONSHIP, at most one row
WITH g WHERE g.recordedAt <= $known AND (NOT $past OR coalesce($known < g.expiredAt, true))
RETURN g AS f
UNION
WITH g WHERE $past
MATCH ()-[f:FACT {brain: $brain, factId: g.factId}]->()
WHERE f.recordedAt <= $known
RETURN f
UNION
WITH g WHERE $past
MATCH ()-[f:FACT_WAS {brain: $brain, factId: g.factId}]->()
WHERE f.recordedAt <= $known AND $known < f.expiredAt
RETURN f
