// The names and the merges of an entity over system time.
// Parameters: $brain STRING, $id STRING, $known DATETIME (recorded by then)
// Returns a row: name, recordedAt, namesWas, namesUntil, aliases [{name, recordedAt, removedAt}], merges [{mergeId, entityId,
// entity, intoId, into, recordedAt, expiredAt}], most recent first
CYPHER 25
MATCH (e:Entity {brain: $brain, id: $id})
RETURN e.name AS name, e.recordedAt AS recordedAt, e.namesWas AS namesWas, e.namesUntil AS namesUntil,
  COLLECT {
    MATCH (a:Alias)-[r:ALIAS_OF|ALIAS_WAS]->(e) WHERE r.of IS NULL AND r.recordedAt <= $known
    RETURN {name: a.name, recordedAt: r.recordedAt, removedAt: r.removedAt} ORDER BY r.recordedAt DESC, a.norm LIMIT 500
  } AS aliases,
  COLLECT {
    MATCH (e)-[m:MERGED_INTO]-() WHERE m.recordedAt <= $known
    WITH m, startNode(m) AS one, endNode(m) AS other ORDER BY m.recordedAt DESC, m.mergeId LIMIT 500
    RETURN {mergeId: m.mergeId, entityId: one.id, entity: one.name, intoId: other.id, into: other.name, recordedAt: m.recordedAt,
      expiredAt: m.expiredAt}
  } AS merges
