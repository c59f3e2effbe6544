// graphmem.recall(brain, text, embedding, k, validAt, knownAt, options): what a brain knows about a question.
//
// Mode: READ. Parameter: $q MAP: the result of recall_question.cypher, of which: brain, and vector ANY|null (null = by words
// only)
// Returns: rank INTEGER (from 1, separately for facts and episodes), score FLOAT, fact RELATIONSHIP|null, subject NODE|null,
// object NODE|null (its ends, so that Neo4j Browser draws it), episode NODE|null, signals MAP (cosines, text scores, 1 / hops)
// Facts first, then episodes, each best first: found by meaning, by words and by a walk from the entities in the question, and
// ranked by weighted rank fusion in the database, as the recipe "fusion" does in Python. A date in the text is a word like
// others.
CYPHER 25
CALL () {
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
  RETURN CASE WHEN $q.facts THEN facts ELSE [] END AS facts, episodes
}
CALL (facts, episodes) {
  // include: recall/ranked
}
RETURN rank, score, fact, subject, object, episode, signals
