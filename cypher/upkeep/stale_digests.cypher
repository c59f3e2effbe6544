// The entities whose digest is missing or outdated, those with most facts first. Entities with few facts are left out, unless they have a digest.
// Parameters: $brain STRING, $now DATETIME, $least INTEGER (facts that hold), $limit INTEGER
// Returns: id STRING
CYPHER 25
MATCH (e:Entity {brain: $brain}) WHERE e.id > '' AND e.mergedInto IS NULL
WITH e, COUNT { (e)-[:FACT]-() } AS facts, $now AS now
WHERE e.digest IS NOT NULL OR facts >= $least
WITH e, facts, now WHERE e.digest IS NOT NULL OR COUNT { MATCH (e)-[f:FACT]-() WHERE f.tStart <= now AND f.tEnd > now } >= $least
WITH e, facts, now ORDER BY facts DESC, e.id
CALL (e, now) {
  // include: entities/current_digest
}
WITH e, digestAt WHERE digestAt IS NULL
RETURN e.id AS id LIMIT $limit
