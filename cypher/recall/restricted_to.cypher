// A fragment: the entities to which a recall is restricted. To be included in a CALL ().
// Merged entities lead to what they were at the system time.
// Parameter: $q MAP, of which: brain STRING, known DATETIME, only LIST<STRING> (names, keys or ids). Returns: only LIST<NODE>
UNWIND $q.only AS ref
CALL (ref) {
  MATCH (e:Entity {brain: $q.brain, id: ref}) USING INDEX SEEK e:Entity(brain, id) RETURN e
  UNION
  MATCH (e:Entity {brain: $q.brain, key: ref}) USING INDEX SEEK e:Entity(brain, key) RETURN e
  UNION
  WITH ref AS norm
  // include: recall/entities_by_name
}
WITH e, $q.known AS known
CALL (e, known) {
  // include: entities/survivor
}
RETURN collect(DISTINCT survivor) AS only
