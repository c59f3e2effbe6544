// A fragment: all that was one at a system time: an entity, and what had been merged into it by then. To be included in a CALL (e, known).
// Variables: e NODE, known DATETIME. Parameters: none. Returns: one NODE
MATCH (one:Entity)-[way:MERGED_INTO*0..]->(e)
WHERE all(m IN way WHERE m.recordedAt <= known AND coalesce(known < m.expiredAt, true))
RETURN one
