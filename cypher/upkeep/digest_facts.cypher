// An entity with its digest and the facts about it that hold. No row if it is not there, or merged.
// Parameters: $brain STRING, $id STRING, $now DATETIME, $most INTEGER
// Returns: id, name, digest, factIds LIST<STRING>|null, basis STRING|null (as stored), at DATETIME (up to when the facts are known: now, or the
// last system time of the brain where that is later), facts as upkeep/facts_of_profile
CYPHER 25
MATCH (b:Brain {id: $brain})
WITH CASE WHEN b.lastRecordedAt > $now THEN b.lastRecordedAt ELSE $now END AS at
MATCH (e:Entity {brain: $brain, id: $id}) WHERE e.mergedInto IS NULL
CALL (e) {
  // include: upkeep/facts_of_profile
}
RETURN e.id AS id, e.name AS name, e.digest AS digest, e.digestFactIds AS factIds, e.digestBasis AS basis, at, facts
