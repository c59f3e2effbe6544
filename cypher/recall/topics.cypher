// An overview, the graph part, in one statement: the clusters nearest to a question with their facts as candidates; without a question the
// clusters with most facts. The clusters of a brain are compared one by one: they are few.
// Parameter: $q MAP, of which: brain STRING, vector ANY|null, at DATETIME (valid time), known DATETIME (system time: only clusters that were told
// by then), past BOOLEAN, only LIST<STRING> (names, keys or ids: only clusters of these entities, and facts about them; [] = all), topics
// INTEGER (number of clusters), and those of recall/candidates: minConfidence, leastConfidence, cold, relations, categories, filtered, session,
// speaker, role, tags, metadata
// Returns one row as recall/recall: facts, episodes ([]), named, linked ([]), last; and topics LIST<LIST>: id, title, summary (null = it is out
// of date), similarity FLOAT|null, factIds LIST<STRING> (its hundred most important facts)
CYPHER 25
CALL () {
  // include: recall/last_recorded
}
CALL () {
  // include: recall/restricted_to
}
CALL (only) {
  MATCH (c:Cluster {brain: $q.brain}) WHERE c.id > ''
  WITH c, only WHERE c.summary IS NOT NULL AND c.refreshedAt <= $q.known AND ($q.only = [] OR any(e IN only WHERE e.id IN c.entityIds))
  WITH c, vector.similarity.cosine(c.embedding, $q.vector) AS near
  ORDER BY coalesce(near, 0.0) DESC, c.factCount DESC, c.id LIMIT $q.topics
  CALL (c) {
    UNWIND c.factIds[..100] AS id
    CALL (id) {
      MATCH ()-[f:FACT {brain: $q.brain, factId: id}]->() WHERE f.recordedAt <= $q.known
      RETURN f
      UNION ALL
      WITH id WHERE $q.past
      MATCH ()-[f:FACT_WAS {brain: $q.brain, factId: id}]->() WHERE f.recordedAt <= $q.known AND $q.known < f.expiredAt
      RETURN f
    }
    WITH f WHERE
    // include: recall/has_begun
    RETURN collect(f) AS told
  }
  CALL (c) {
    UNWIND c.summaryFactIds AS id
    MATCH ()-[f:FACT {brain: $q.brain, factId: id}]->()
    WHERE f.recordedAt.epochSeconds * 1000000 + f.recordedAt.microsecond <= c.seen AND f.tStart <= $q.at AND f.tEnd > $q.at
    RETURN count(f) = size(c.summaryFactIds) AS current
  }
  RETURN collect([c.id, c.title, CASE WHEN current THEN c.summary END, near, c.factIds[..100]]) AS topics, collect(told) AS groups
}
CALL (groups) {
  UNWIND groups AS told
  UNWIND told AS f
  RETURN collect({f: f, vector: null, text: null, hops: null, seed: null, via: null}) AS found
}
WITH last, waits, only, topics, found, only AS named
CALL (found, named, only) {
  // include: recall/candidates
}
RETURN facts, [] AS episodes, [e IN only | e.id] AS named, [] AS linked, last, waits, topics
