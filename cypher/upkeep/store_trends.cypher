// Stores emotional trends. One that is known is active again, with what it rests on now. One is left out if since it was read one of its messages is
// gone or no longer mentions the entity, or the entity is gone, merged, or has another name; the next run looks again.
// Mode: WRITE, under the brain's lock. Parameters: $brain STRING, $rows LIST<MAP> {id, key, title, text, entityId, name STRING, confidence,
// importance FLOAT, episodeIds LIST<STRING>, at DATETIME}
// Returns one row: changed INTEGER
CYPHER 25
UNWIND $rows AS x
MATCH (e:Entity {brain: $brain, id: x.entityId}) WHERE e.mergedInto IS NULL AND e.name = x.name
WITH e, x WHERE all(id IN x.episodeIds WHERE EXISTS { MATCH (there:Episode {brain: $brain, id: id})-[:MENTIONS]->(e) USING INDEX SEEK there:Episode(brain, id) })
MERGE (n:Observation {brain: $brain, key: x.key})
  ON CREATE SET n.id = x.id, n.kind = 'emotional_trend', n.firstSeenAt = x.at, n.timesSeen = 0
SET n.title = x.title, n.text = x.text, n.confidence = x.confidence, n.importance = x.importance, n.status = 'active', n.factIds = [],
    n.entityIds = [e.id], n.episodeIds = x.episodeIds, n.lastSeenAt = x.at, n.timesSeen = n.timesSeen + 1
RETURN count(*) AS changed
