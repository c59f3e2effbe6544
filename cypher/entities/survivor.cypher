// A fragment: what an entity was at a system time: itself, or the entity it had been merged into by then. To be included in a
// CALL (e, known).
// Variables: e NODE (Entity; a Value is itself), known DATETIME. Parameters: none. Returns: survivor NODE
MATCH (e)-[way:MERGED_INTO*0..]->(survivor)
WHERE all(m IN way WHERE m.recordedAt <= known AND coalesce(known < m.expiredAt, true))
  AND NOT EXISTS { MATCH (survivor)-[on:MERGED_INTO]->() WHERE on.recordedAt <= known AND coalesce(known < on.expiredAt, true) }
RETURN survivor
