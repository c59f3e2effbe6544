// How many turns of a session were said at a moment: what a turn that comes next has as its turnsBefore.
// Mode: READ. Parameters: $brain STRING, $session STRING, $at DATETIME
// Returns one row: turnsBefore INTEGER
CYPHER 25
OPTIONAL MATCH (p:Episode {brain: $brain, sessionId: $session, occurredAt: $at}) WHERE p.covers IS NULL
RETURN CASE WHEN count(p) = 0 THEN 0 ELSE max(coalesce(p.turnsBefore, 0)) + 1 END AS turnsBefore
