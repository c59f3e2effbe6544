// A fragment of stage 2: whom ids and keys mean that stand in place of names; what was merged leads to what it became. To be included
// in a CALL ().
// Parameters: $brain STRING, $handles LIST<STRING>. Returns: handled LIST<MAP> {handle, id, key, name, type, externalId}
UNWIND $handles AS handle
CALL (handle) {
  MATCH (e:Entity {brain: $brain, id: handle})
  RETURN coalesce(e.mergedInto, e.id) AS heir
  UNION
  MATCH (e:Entity {brain: $brain, key: handle})
  RETURN coalesce(e.mergedInto, e.id) AS heir
}
CALL (heir) {
  MATCH (e:Entity {brain: $brain, id: heir})
  RETURN e
}
RETURN collect(e {handle: handle, .id, .key, .name, .type, .externalId}) AS handled
