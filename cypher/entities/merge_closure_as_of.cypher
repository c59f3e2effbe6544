// A fragment: an entity and everything merged into it at a system time. To be included in a CALL (e, known).
// Variables: e NODE, known DATETIME. Parameters: none. Returns: one NODE
MATCH (one:Entity)-[way:MERGED_INTO*0..]->(e)
WHERE all(m IN way WHERE m.recordedAt <= known AND coalesce(known < m.expiredAt, true))
RETURN one
