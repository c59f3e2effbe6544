// Stores observations. One that is known is active again, with what it rests on now. One of whose facts one is gone is left out.
// Mode: WRITE, under the brain's lock. Parameters: $brain STRING, $rows LIST<MAP> {id, key, kind, title, text STRING, confidence,
// importance FLOAT, factIds, episodeIds LIST<STRING>, embedding LIST<FLOAT>, at DATETIME}
// Returns one row: changed INTEGER
CYPHER 25
UNWIND $rows AS x
WITH x WHERE all(id IN x.factIds WHERE EXISTS { MATCH ()-[f:FACT {brain: $brain, factId: id}]->() })
MERGE (n:Observation {brain: $brain, key: x.key})
  ON CREATE SET n.id = x.id, n.kind = x.kind, n.firstSeenAt = x.at, n.timesSeen = 0
SET n.title = x.title, n.text = x.text, n.confidence = x.confidence, n.importance = x.importance, n.status = 'active', n.factIds = x.factIds,
    n.episodeIds = x.episodeIds, n.embedding = x.embedding, n.lastSeenAt = x.at, n.timesSeen = n.timesSeen + 1
RETURN count(*) AS changed
