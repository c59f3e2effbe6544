// A fragment of stage 2: the entities that external ids refer to; a merged entity leads to its survivor. To be included in a CALL
// ().
// Parameters: $brain STRING, $externalIds LIST<STRING>. Returns: external LIST<MAP> {externalId, id, key, name, type}
UNWIND $externalIds AS externalId
CALL (externalId) {
  MATCH (bearer:Entity {brain: $brain, externalId: externalId})
  RETURN bearer
}
WITH externalId, coalesce(bearer.mergedInto, bearer.id) AS survivor
CALL (survivor) {
  MATCH (e:Entity {brain: $brain, id: survivor})
  RETURN e
}
RETURN collect(DISTINCT e {externalId: externalId, .id, .key, .name, .type}) AS external
