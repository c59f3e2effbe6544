// Recall without a question: the facts and episodes of some entities, or of the whole brain, most recent first. For the whole
// brain the most recent 20,000 facts are searched for those that pass the filters, and the most recent 1,000 for ended ones.
// Parameter: $q MAP, of which: brain STRING, at DATETIME (valid time), known DATETIME (system time), past BOOLEAN (known_at is
// given), only LIST<STRING> (names, keys or ids; [] = the whole brain), episodes BOOLEAN (whether to return episodes), reach
// INTEGER (number of each), session STRING|null, minConfidence FLOAT|null, leastConfidence FLOAT, before DATETIME, and those of
// recall/candidates and recall/naming: cold, vector (null), factWords, factReach, folded, foldedElse, relations, categories, filtered, speaker, role, tags, metadata
// Returns one row as recall/recall: facts, episodes, named, linked ([]), last
CYPHER 25
CALL () {
  // include: recall/last_recorded
}
CALL () {
  // include: recall/restricted_to
}
CALL () {
  OPTIONAL MATCH (b:Brain {id: $q.brain})
  RETURN coalesce($q.minConfidence, b.minConfidence, $q.leastConfidence) AS least
}
CALL (only, least) {
  CALL (only, least) {
    UNWIND only AS x
    CALL (x, least) {
      CALL (x) {
        // include: recall/step_past
      }
      WITH f, ended, least WHERE
      // include: recall/fact_filter
      RETURN f ORDER BY ended, f.importance * f.confidence DESC, f.lastConfirmedAt DESC, f.factId LIMIT $q.reach
    }
    RETURN f
    UNION
    WITH only, least
    CALL (only) {
      // include: recall/naming
    }
    CALL (g) {
      // include: recall/version
    }
    WITH f, least WHERE
    // include: recall/has_begun
    WITH f, least WHERE
    // include: recall/fact_filter
    RETURN f LIMIT $q.reach
    UNION
    WITH least WHERE $q.only = []
    CALL () {
      MATCH ()-[f:FACT]->()
      WHERE f.brain = $q.brain AND f.recordedAt <= $q.known
      RETURN f ORDER BY f.brain DESC, f.recordedAt DESC LIMIT 20000
    }
    WITH f, least WHERE
    // include: recall/has_not_ended
    WITH f, least WHERE
    // include: recall/fact_filter
    RETURN f LIMIT $q.reach
    UNION
    WITH least WHERE $q.only = []
    CALL () {
      MATCH ()-[f:FACT]->()
      WHERE f.brain = $q.brain AND f.recordedAt <= $q.known
      RETURN f ORDER BY f.brain DESC, f.recordedAt DESC LIMIT 1000
    }
    WITH f, least WHERE f.tEnd <= $q.at AND
    // include: recall/fact_filter
    RETURN f LIMIT $q.reach
    UNION
    WITH least WHERE $q.only = [] AND $q.past
    CALL () {
      MATCH ()-[f:FACT_WAS]->()
      WHERE f.brain = $q.brain AND f.recordedAt <= $q.known
      RETURN f ORDER BY f.brain DESC, f.recordedAt DESC LIMIT 20000
    }
    WITH f, least WHERE $q.known < f.expiredAt AND
    // include: recall/has_begun
    WITH f, least WHERE
    // include: recall/fact_filter
    RETURN f LIMIT $q.reach
    UNION
    WITH least WHERE $q.only = [] AND $q.filtered
    CALL () {
      // include: recall/facts_of_episodes
    }
    WITH f, least WHERE
    // include: recall/fact_filter
    RETURN f LIMIT $q.reach
  }
  RETURN collect({f: f, vector: null, text: null, hops: null, seed: null, via: null, names: true}) AS found
}
WITH last, waits, only, found, only AS named
CALL (found, named, only) {
  // include: recall/candidates
}
CALL (only) {
  WITH only WHERE $q.episodes
  CALL (only) {
    WITH 1 AS one WHERE $q.only = [] AND $q.session IS NULL
    MATCH (ep:Episode)
    WHERE ep.brain = $q.brain AND ep.recordedAt <= $q.known
    WITH ep
    // include: recall/visible_episode
    RETURN ep ORDER BY ep.brain DESC, ep.recordedAt DESC LIMIT $q.reach
    UNION
    WITH 1 AS one WHERE $q.only = [] AND $q.session IS NOT NULL
    MATCH (ep:Episode {brain: $q.brain, sessionId: $q.session})
    WHERE ep.occurredAt <= $q.before
    WITH ep
    // include: recall/visible_episode
    RETURN ep ORDER BY ep.occurredAt DESC LIMIT $q.reach
    UNION
    UNWIND only AS e
    WITH e, $q.known AS known
    CALL (e, known) {
      // include: entities/merge_closure_as_of
    }
    MATCH (one)<-[m:MENTIONS]-(ep:Episode) WHERE m.of IS NULL
    WITH DISTINCT ep
    // include: recall/visible_episode
    RETURN ep ORDER BY ep.occurredAt DESC LIMIT $q.reach
  }
  RETURN collect([ep.id, null, null, null, null, ep.speaker, ep.occurredAt.epochMillis, false, false, null, ep.role]) AS episodes
}
RETURN facts, episodes, [e IN only | e.id] AS named, [] AS linked, last, waits
