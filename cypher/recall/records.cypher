// The final results of a recall in full, each as it was believed at a system time.
// Parameters: $brain STRING, $factIds LIST<STRING>, $episodeIds LIST<STRING>, $entityIds LIST<STRING>, $past BOOLEAN, $known DATETIME
// Returns one row: facts LIST<MAP> (explore/fact_row), episodes LIST<MAP> (explore/episode_row), entities LIST<MAP> (explore/entity_row)
CYPHER 25
CALL () {
  UNWIND $factIds AS id
  CALL (id) {
    MATCH ()-[f:FACT {brain: $brain, factId: id}]->() WHERE f.recordedAt <= $known
    RETURN f
    UNION ALL
    WITH id WHERE $past
    MATCH ()-[f:FACT_WAS {brain: $brain, factId: id}]->() WHERE f.recordedAt <= $known AND $known < f.expiredAt
    RETURN f
  }
  WITH
    // include: explore/fact_row
  RETURN collect(row) AS facts
}
CALL () {
  UNWIND $episodeIds AS id
  MATCH (ep:Episode {brain: $brain, id: id})
  WITH
    // include: explore/episode_row
  RETURN collect(episode) AS episodes
}
CALL () {
  UNWIND $entityIds AS id
  MATCH (e:Entity {brain: $brain, id: id})
  CALL (e) {
    // include: explore/entity_row
  }
  RETURN collect(entity) AS entities
}
RETURN facts, episodes, entities
