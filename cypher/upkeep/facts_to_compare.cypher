// A page of the facts that hold and were recorded since a time. Parameters: $brain STRING, $after STRING (fact id; '' = from the start),
// $limit INTEGER, $since DATETIME (facts recorded later are new), $now DATETIME, $heavy FLOAT (importance from which a fact weighs much)
// Returns: factId STRING, in this order; importance FLOAT; isHeavy BOOLEAN (whether it weighs much, or is a core fact)
CYPHER 25
MATCH ()-[f:FACT]->() USING INDEX SEEK f:FACT(brain, factId)
WHERE f.brain = $brain AND f.factId > $after AND f.recordedAt > $since AND f.tStart <= $now AND f.tEnd > $now
WITH f ORDER BY f.brain, f.factId LIMIT $limit
RETURN f.factId AS factId, f.importance AS importance,
  coalesce(coalesce(f.tier, f.category) = 'core' OR f.importance >= $heavy, false) AS isHeavy
ORDER BY factId
