// An entity by id, key, name or alias; if several have the name, the one of the lowest rank. A merged entity is found by id
// and key; its names lead to the entity that it was at the system time.
// Parameters: $brain STRING, $ref STRING, $norm STRING (normalised name), $known DATETIME
// Returns: entity MAP (explore/entity_row, with profile and digest MAP|null {text, refreshedAt, factIds, stale}), at most one row
CYPHER 25
WITH $norm AS norm, $known AS known
CALL (norm, known) {
  MATCH (e:Entity {brain: $brain, id: $ref}) RETURN e, 0 AS how, 0 AS rank
  UNION ALL
  MATCH (e:Entity {brain: $brain, key: $ref}) RETURN e, 1 AS how, 0 AS rank
  UNION ALL
  CALL (norm, known) {
    // include: entities/named_as_of
  }
  RETURN e, 2 AS how, rank
}
WITH e ORDER BY how, e.mergedInto IS NOT NULL, rank, e.id LIMIT 1
WITH e, datetime() AS now
CALL (e, now) {
  // include: entities/current_profile
}
CALL (e, now) {
  // include: entities/current_digest
}
CALL (e) {
  // include: explore/entity_row
}
RETURN entity {.*, profile: CASE WHEN e.profile IS NOT NULL THEN {text: e.profile, refreshedAt: e.profileRefreshedAt, factIds: e.profileFactIds,
  stale: profileAt IS NULL} END, digest: CASE WHEN e.digest IS NOT NULL THEN {text: e.digest, refreshedAt: e.digestRefreshedAt,
  factIds: e.digestFactIds, stale: digestAt IS NULL} END} AS entity
