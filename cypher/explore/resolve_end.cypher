// A fragment: the ids that a name, key or id referred to at a system time: entities, and values by their text. An entity that
// was merged by then leads to its survivor. To be included in a CALL (ref).
// Variables: ref MAP {ref, norm, valueKey} or null. Parameters: $brain STRING, $known DATETIME
// Returns: ids LIST<STRING>
WITH ref, ref.norm AS norm, $known AS known
CALL (ref, norm, known) {
  MATCH (e:Entity {brain: $brain, id: ref.ref})
  CALL (e, known) {
    // include: entities/survivor
  }
  RETURN survivor.id AS id
  UNION
  MATCH (e:Entity {brain: $brain, key: ref.ref})
  CALL (e, known) {
    // include: entities/survivor
  }
  RETURN survivor.id AS id
  UNION
  CALL (norm, known) {
    // include: entities/named_as_of
  }
  RETURN e.id AS id
  UNION
  MATCH (e:Value {brain: $brain, id: ref.ref}) RETURN e.id AS id
  UNION
  MATCH (e:Value {brain: $brain, key: ref.valueKey}) RETURN e.id AS id
}
RETURN collect(DISTINCT id) AS ids
