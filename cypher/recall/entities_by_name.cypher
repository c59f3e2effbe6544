// A fragment: the entities that had a name at a system time; if none had it by then, those that have it now. To be included in
// a CALL (norm).
// Variables: norm STRING (normalised name). Parameter: $q MAP, of which: brain STRING, known DATETIME. Returns: e NODE
MATCH (a:Alias {brain: $q.brain, norm: norm})-[r:ALIAS_OF|ALIAS_WAS]->(e:Entity) USING INDEX SEEK a:Alias(brain, norm)
WHERE r.of IS NULL
WITH collect({e: e, still: r:ALIAS_OF, bore: r.recordedAt <= $q.known AND coalesce($q.known < r.removedAt, true)}) AS every
UNWIND [x IN every WHERE x.bore OR (x.still AND none(y IN every WHERE y.bore))] AS x
RETURN x.e AS e
