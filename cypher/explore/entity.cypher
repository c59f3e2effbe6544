// An entity by id, key, name or alias; where a name has several, the one it means first. A merged one is found by its id and key; its
// names mean what it was at the time that is asked for.
// Parameters: $brain STRING, $ref STRING, $norm STRING (normalised name), $known DATETIME
// Returns: entity MAP (explore/entity_row), at most one row
CYPHER 25
WITH $norm AS norm, $known AS known
CALL (norm, known) {
  MATCH (e:Entity {brain: $brain, id: $ref}) RETURN e, 0 AS how, 0 AS rank
  UNION ALL
  MATCH (e:Entity {brain: $brain, key: $ref}) RETURN e, 1 AS how, 0 AS rank
  UNION ALL
  CALL (norm, known) {
    // include: entities/named
  }
  RETURN e, 2 AS how, rank
}
WITH e ORDER BY how, e.mergedInto IS NOT NULL, rank, e.id LIMIT 1
// include: explore/entity_row
