// Recall, the graph part, in one statement: candidates with their signals. The caller ranks them.
// Parameter: $q MAP, of which: episodes BOOLEAN (whether to return episodes), and those of recall/facts, recall/candidates and
// recall/episodes: brain, vector, at, known, past, before, folded, foldedElse, factWords, episodeWords, nameWords, norms,
// only, relations, categories, minConfidence, leastConfidence, cold, filtered, reach, factReach, factWide, endedReach, closed, walk,
// scoped, session, speaker, role, tags, metadata
// Returns one row: facts LIST<LIST> as in recall/candidates, episodes LIST<LIST> as in recall/episodes, named LIST<STRING> (ids
// of the entities that the question names, or that it was restricted to), linked LIST<LIST> as in recall/facts, last
// INTEGER|null (µs since 1970: the last time at which the brain recorded anything), waits BOOLEAN (something waits for a change)
CYPHER 25 replan=skip
CALL () {
  // include: recall/last_recorded
}
CALL () {
  // include: recall/facts
}
CALL (found, named, only) {
  // include: recall/candidates
}
CALL (touched, only) {
  WITH touched, only WHERE $q.episodes
  // include: recall/episodes
}
RETURN facts, episodes, [e IN only + named | e.id] AS named, linked, last, waits, spoken,
       COLLECT {
         // include: recall/described_relations
       } AS relations
