// Stores observations that consolidate fading facts. One is left out if since it was read one of its facts has another version or sentence, or one of
// their episodes is gone; the next run takes it.
// Mode: WRITE, under the brain's lock. Parameters: $brain STRING, $rows LIST<MAP> {id, key, title, text STRING, confidence, importance FLOAT,
// facts LIST<LIST> (factId, µs since 1970 of its version, sentence), episodeIds LIST<STRING>, vector VECTOR, basis STRING, at DATETIME}
// Returns one row: changed INTEGER
CYPHER 25
UNWIND $rows AS x
WITH x WHERE all(one IN x.facts WHERE EXISTS {
    MATCH ()-[f:FACT {brain: $brain, factId: one[0]}]->()
    USING INDEX SEEK f:FACT(brain, factId)
    WHERE f.recordedAt.epochSeconds * 1000000 + f.recordedAt.microsecond = one[1] AND f.factText = one[2]
  })
  AND all(id IN x.episodeIds WHERE EXISTS { MATCH (there:Episode {brain: $brain, id: id}) USING INDEX SEEK there:Episode(brain, id) })
MERGE (n:Observation {brain: $brain, key: x.key})
  ON CREATE SET n.id = x.id, n.kind = 'consolidated', n.firstSeenAt = x.at, n.timesSeen = 0
SET n.title = x.title, n.text = x.text, n.confidence = x.confidence, n.importance = x.importance, n.status = 'active',
    n.factIds = [one IN x.facts | one[0]], n.episodeIds = x.episodeIds, n.embedding = toFloatList(x.vector), n.embeddingBeside = null, n.basis = x.basis,
    n.lastSeenAt = x.at, n.timesSeen = n.timesSeen + 1
RETURN count(*) AS changed
