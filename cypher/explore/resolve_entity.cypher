// A fragment: an entity by its id, its key or one of its names; a merged entity leads to what it was at the system time.
// To be included in a CALL (ref).
// Variables: ref STRING. Parameters: $brain STRING, $knownAt DATETIME|null (null = now)
// Returns: e NODE
WITH ref, coalesce($knownAt, datetime('9999-12-31T00:00:00Z')) AS known
CALL (ref, known) {
  MATCH (e:Entity {brain: $brain, id: ref})
  CALL (e, known) {
    // include: entities/survivor
  }
  RETURN survivor
  UNION
  MATCH (e:Entity {brain: $brain, key: ref})
  CALL (e, known) {
    // include: entities/survivor
  }
  RETURN survivor
  UNION
  UNWIND [ref,
    // include: explore/folded
  ] AS norm
  CALL (norm, known) {
    // include: entities/named_as_of
  }
  RETURN e AS survivor
}
RETURN DISTINCT survivor AS e
