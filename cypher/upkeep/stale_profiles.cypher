// The entities whose profile is missing, outdated or not written from all facts, those with most facts first. Entities without a fact
// that holds are left out, unless they have a profile.
// Parameters: $brain STRING, $now DATETIME, $limit INTEGER
// Returns: id STRING
CYPHER 25
MATCH (e:Entity {brain: $brain}) WHERE e.id > '' AND e.mergedInto IS NULL
WITH e, COUNT { (e)-[:FACT]-() } AS facts, $now AS now
WHERE e.profile IS NOT NULL OR (facts > 0 AND EXISTS { MATCH (e)-[f:FACT]-() WHERE f.tStart <= now AND f.tEnd > now })
WITH e, facts, now ORDER BY facts DESC, e.id
CALL (e, now) {
  // include: entities/current_profile
}
WITH e, profileAt WHERE profileAt IS NULL OR e.profileFactIds IS NULL
RETURN e.id AS id LIMIT $limit
