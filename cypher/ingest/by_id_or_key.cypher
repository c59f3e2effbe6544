// A fragment of stage 2: the entities that ids and keys in place of names refer to; a merged entity leads to its survivor. To be
// included in a CALL ().
// Parameters: $brain STRING, $handles LIST<STRING>. Returns: handled LIST<MAP> {handle, id, key, name, type, externalId}
UNWIND $handles AS handle
CALL (handle) {
  MATCH (e:Entity {brain: $brain, id: handle})
  RETURN coalesce(e.mergedInto, e.id) AS survivor
  UNION
  MATCH (e:Entity {brain: $brain, key: handle})
  RETURN coalesce(e.mergedInto, e.id) AS survivor
}
CALL (survivor) {
  MATCH (e:Entity {brain: $brain, id: survivor})
  RETURN e
}
RETURN collect(e {handle: handle, .id, .key, .name, .type, .externalId}) AS handled
