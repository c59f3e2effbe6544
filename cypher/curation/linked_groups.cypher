// The groups connected to some groups: through evidence or conditions in either direction, and through a relation that is symmetric or whose
// values exclude each other for one object. To be repeated until no new group comes.
// A group is a set of statements that can exclude each other: all values of a subject and relation (objectId null) if the
// relation's cardinality is one, else a single value, so that other statements about a subject are not touched.
// Parameters: $brain STRING, $groups [{subjectId, relation, objectId}]
// Returns rows: subjectId, relation, objectId
CYPHER 25
UNWIND $groups AS g
CALL (g) {
  MATCH (s:Statement {brain: $brain, subjectId: g.subjectId, relation: g.relation}) USING INDEX SEEK s:Statement(brain, subjectId, relation, objectId)
  WHERE s.objectId IS NOT NULL AND coalesce(s.objectId = g.objectId, true)
  RETURN s.id AS id
}
WITH DISTINCT id
MATCH (:FactRef {brain: $brain, factId: id})-[:RESTS_ON*1..]-(other:FactRef)
WITH DISTINCT other.factId AS id
CALL (id) {
  MATCH (s:Statement {brain: $brain, id: id})
  RETURN s
}
CALL (s) {
  // include: curation/group_of
}
RETURN DISTINCT subjectId, relation, objectId
UNION
UNWIND $groups AS g
MATCH (rt:RelationType {brain: $brain, name: g.relation}) WHERE rt.per = 'object' AND g.objectId IS NULL
MATCH (s:Statement {brain: $brain, subjectId: g.subjectId, relation: g.relation}) USING INDEX SEEK s:Statement(brain, subjectId, relation, objectId) WHERE s.objectId IS NOT NULL
WITH DISTINCT g.relation AS relation, s.objectId AS shared
MATCH (t:Statement {brain: $brain, objectId: shared, relation: relation}) USING INDEX SEEK t:Statement(brain, objectId, relation)
RETURN DISTINCT t.subjectId AS subjectId, relation, null AS objectId
UNION
UNWIND $groups AS g
MATCH (rt:RelationType {brain: $brain, name: g.relation}) WHERE rt.symmetric AND g.objectId IS NULL
CALL (g) {
  MATCH (s:Statement {brain: $brain, subjectId: g.subjectId, relation: g.relation}) USING INDEX SEEK s:Statement(brain, subjectId, relation, objectId) WHERE s.objectId IS NOT NULL
  RETURN s.objectId AS subjectId
  UNION
  MATCH (s:Statement {brain: $brain, objectId: g.subjectId, relation: g.relation}) USING INDEX SEEK s:Statement(brain, objectId, relation)
  RETURN s.subjectId AS subjectId
}
RETURN DISTINCT subjectId, g.relation AS relation, null AS objectId
UNION
UNWIND $groups AS g
MATCH (rt:RelationType {brain: $brain, name: g.relation}) WHERE rt.symmetric AND g.objectId IS NOT NULL
RETURN g.objectId AS subjectId, g.relation AS relation, g.subjectId AS objectId
UNION
UNWIND $groups AS g
CALL (g) {
  MATCH (c:Condition {brain: $brain, subjectId: g.subjectId, relation: g.relation}) USING INDEX SEEK c:Condition(brain, subjectId, relation)
  MATCH (s:Statement)-[:HOLDS_WHILE|STARTS_WHEN]->(c)
  RETURN s
  UNION
  MATCH (t:Statement {brain: $brain, subjectId: g.subjectId, relation: g.relation}) USING INDEX SEEK t:Statement(brain, subjectId, relation, objectId)
  WHERE t.conditions IS NOT NULL AND t.objectId IS NOT NULL AND coalesce(t.objectId = g.objectId, true)
  MATCH (t)-[:HOLDS_WHILE|STARTS_WHEN]->(c:Condition)
  CALL (c) {
    MATCH (s:Statement {brain: $brain, subjectId: c.subjectId, relation: c.relation}) USING INDEX SEEK s:Statement(brain, subjectId, relation, objectId)
    WHERE s.objectId IS NOT NULL
    RETURN s
  }
  RETURN s
}
WITH DISTINCT s
CALL (s) {
  // include: curation/group_of
}
RETURN DISTINCT subjectId, relation, objectId
