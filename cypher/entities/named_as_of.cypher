// A fragment: the entities that a name referred to at a system time; if none had it by then, those that have it now. An entity
// that was merged by then leads to its survivor. To be included in a CALL (norm, known).
// Variables: norm STRING (normalised name), known DATETIME. Parameters: $brain STRING. Returns: e NODE, rank INTEGER
CALL (norm, known) {
  MATCH (:Alias {brain: $brain, norm: norm})-[r:ALIAS_OF|ALIAS_WAS]->(bearer:Entity)
  WHERE r.of IS NULL AND r.recordedAt <= known AND coalesce(known < r.removedAt, true)
  RETURN collect({e: bearer, rank: r.rank}) AS bearers
}
CALL (norm, bearers) {
  WITH norm, bearers WHERE bearers = []
  MATCH (:Alias {brain: $brain, norm: norm})-[r:ALIAS_OF]->(bearer:Entity) WHERE r.of IS NULL
  RETURN collect({e: bearer, rank: r.rank}) AS today
}
UNWIND bearers + today AS one
WITH one.e AS e, one.rank AS rank, known
CALL (e, known) {
  // include: entities/survivor
}
RETURN survivor AS e, min(rank) AS rank
