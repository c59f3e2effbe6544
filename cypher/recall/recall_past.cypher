// Recall as recall/recall, as it was believed at a system time.
// Parameter: $q MAP, of which: episodes BOOLEAN (whether to return episodes), and those of recall/facts_past,
// recall/candidates and recall/episodes: brain, vector, at, known, past, before, folded, foldedElse, factWords, episodeWords,
// nameWords, norms, only, relations, categories, minConfidence, leastConfidence, cold, filtered, reach, factReach, walk, scoped,
// session, speaker, role, tags, metadata
// Returns one row: facts LIST<LIST> as in recall/candidates, episodes LIST<LIST> as in recall/episodes, named LIST<STRING> (ids
// of the entities that the question names, or that it was restricted to), linked LIST<LIST> as in recall/facts
CYPHER 25 replan=skip
CALL () {
  // include: recall/last_recorded
}
CALL () {
  // include: recall/facts_past
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
