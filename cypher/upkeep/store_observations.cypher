// Stores observations. One that is known is active again, with what it rests on now. Nothing is stored if since they were read a sentence that the
// observer was told, or an observation that it was told, is gone: a text may repeat it. An observation is left out if one of the facts that support it has
// another version, or one of their episodes is gone. The next run looks again.
// Mode: WRITE, under the brain's lock. Parameters: $brain STRING, $rows LIST<MAP> {id, key, kind, title, text STRING, confidence,
// importance FLOAT, facts LIST<LIST> (factId, µs since 1970 of its version), episodeIds LIST<STRING>, vector LIST<FLOAT>, at DATETIME}, $told
// LIST<LIST> (factId, sentence), $known LIST<STRING> (ids of observations)
// Returns one row: changed INTEGER
CYPHER 25
WITH all(one IN $told WHERE EXISTS { MATCH ()-[f:FACT {brain: $brain, factId: one[0]}]->() USING INDEX SEEK f:FACT(brain, factId) WHERE f.factText = one[1] })
  AND all(id IN $known WHERE EXISTS { MATCH (there:Observation {brain: $brain, id: id}) USING INDEX SEEK there:Observation(brain, id) }) AS stands
UNWIND CASE WHEN stands THEN $rows ELSE [] END AS x
WITH x WHERE all(one IN x.facts WHERE EXISTS {
    MATCH ()-[f:FACT {brain: $brain, factId: one[0]}]->()
    USING INDEX SEEK f:FACT(brain, factId)
    WHERE f.recordedAt.epochSeconds * 1000000 + f.recordedAt.microsecond = one[1]
  })
  AND all(id IN x.episodeIds WHERE EXISTS { MATCH (there:Episode {brain: $brain, id: id}) USING INDEX SEEK there:Episode(brain, id) })
MERGE (n:Observation {brain: $brain, key: x.key})
  ON CREATE SET n.id = x.id, n.kind = x.kind, n.firstSeenAt = x.at, n.timesSeen = 0
SET n.title = x.title, n.text = x.text, n.confidence = x.confidence, n.importance = x.importance, n.status = 'active',
    n.factIds = [one IN x.facts | one[0]], n.episodeIds = x.episodeIds, n.embedding = x.vector, n.embeddingBeside = null,
    n.lastSeenAt = x.at, n.timesSeen = n.timesSeen + 1
RETURN count(*) AS changed
