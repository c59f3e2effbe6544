// The final results of a recall in full, each as it was believed at a system time.
// Parameter: $q MAP, of which: brain STRING, factIds LIST<STRING>, episodeIds LIST<STRING>, chunkIds LIST<STRING>, entityIds
// LIST<STRING>, past BOOLEAN, known DATETIME
// Returns one row: facts LIST<MAP> (explore/fact_row), episodes LIST<MAP> (explore/episode_row), entities LIST<MAP>
// (explore/entity_row), passages LIST<MAP> {episodeId, speaker, content} of the chunks
CYPHER 25
CALL () {
  UNWIND $q.factIds AS id
  CALL (id) {
    MATCH ()-[f:FACT {brain: $q.brain, factId: id}]->() WHERE f.recordedAt <= $q.known
    RETURN f
    UNION ALL
    WITH id WHERE $q.past
    MATCH ()-[f:FACT_WAS {brain: $q.brain, factId: id}]->() WHERE f.recordedAt <= $q.known AND $q.known < f.expiredAt
    RETURN f
  }
  WITH
    // include: explore/fact_row
  RETURN collect(row) AS facts
}
CALL () {
  UNWIND $q.episodeIds AS id
  MATCH (ep:Episode {brain: $q.brain, id: id})
  WITH
    // include: explore/episode_row
  RETURN collect(episode) AS episodes
}
CALL () {
  UNWIND $q.entityIds AS id
  MATCH (e:Entity {brain: $q.brain, id: id}) WHERE coalesce(e.recordedAt <= $q.known, true)
  CALL (e) {
    // include: explore/entity_row
  }
  RETURN collect(entity) AS entities
}
CALL () {
  UNWIND $q.chunkIds AS id
  MATCH (c:Chunk {brain: $q.brain, id: id})
  RETURN collect(c {.episodeId, .speaker, .content}) AS passages
}
RETURN facts, episodes, entities, passages
