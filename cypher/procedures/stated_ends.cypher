// A fragment: the stated ends of a fact; for a symmetric relation, of both directions. To be included in a CALL (f).
// Variable: f RELATIONSHIP with subjectId, relation, objectId. Parameter: $brain STRING. Returns: s NODE (a Statement)
OPTIONAL MATCH (rt:RelationType {brain: $brain, name: f.relation})
UNWIND [[f.subjectId, f.objectId]] + CASE WHEN rt.symmetric THEN [[f.objectId, f.subjectId]] ELSE [] END AS way
CALL (f, way) {
  MATCH (s:Statement {brain: $brain, subjectId: way[0], relation: f.relation, objectId: way[1]}) USING INDEX SEEK s:Statement(brain, subjectId, relation, objectId)
  RETURN s
}
WITH s WHERE s.action = 'ends'
RETURN s
