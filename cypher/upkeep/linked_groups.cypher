// The groups that hang together with some groups: through evidence in either direction, and through a relation whose values
// exclude each other for one object, or has no direction. Asked again until nothing new comes.
// Parameters: $brain STRING, $groups [{subjectId, relation}]
// Returns rows: subjectId, relation
CYPHER 25
UNWIND $groups AS g
CALL (g) {
  MATCH ()-[f:FACT {brain: $brain, subjectId: g.subjectId, relation: g.relation}]->() USING INDEX f:FACT(brain, subjectId, relation, objectId) WHERE f.objectId IS NOT NULL
  RETURN f.factId AS id
  UNION
  MATCH ()-[w:FACT_WAS {brain: $brain, subjectId: g.subjectId, relation: g.relation}]->() USING INDEX w:FACT_WAS(brain, subjectId, relation, objectId) WHERE w.objectId IS NOT NULL
  RETURN w.factId AS id
}
WITH DISTINCT id
MATCH (:FactRef {brain: $brain, factId: id})-[:RESTS_ON*1..]-(other:FactRef)
WITH DISTINCT other.factId AS id
CALL (id) {
  MATCH ()-[f:FACT {brain: $brain, factId: id}]->()
  RETURN f.subjectId AS subjectId, f.relation AS relation
  UNION
  MATCH ()-[w:FACT_WAS {brain: $brain, factId: id}]->()
  RETURN w.subjectId AS subjectId, w.relation AS relation
}
RETURN DISTINCT subjectId, relation
UNION
UNWIND $groups AS g
MATCH (rt:RelationType {brain: $brain, name: g.relation}) WHERE rt.per = 'object'
MATCH (s:Statement {brain: $brain, subjectId: g.subjectId, relation: g.relation}) USING INDEX s:Statement(brain, subjectId, relation, objectId) WHERE s.objectId IS NOT NULL
WITH DISTINCT g.relation AS relation, s.objectId AS objectId
MATCH (t:Statement {brain: $brain, objectId: objectId, relation: relation}) USING INDEX t:Statement(brain, objectId, relation)
RETURN DISTINCT t.subjectId AS subjectId, relation
UNION
UNWIND $groups AS g
MATCH (rt:RelationType {brain: $brain, name: g.relation}) WHERE rt.symmetric
CALL (g) {
  MATCH (s:Statement {brain: $brain, subjectId: g.subjectId, relation: g.relation}) USING INDEX s:Statement(brain, subjectId, relation, objectId) WHERE s.objectId IS NOT NULL
  RETURN s.objectId AS subjectId
  UNION
  MATCH (s:Statement {brain: $brain, objectId: g.subjectId, relation: g.relation}) USING INDEX s:Statement(brain, objectId, relation)
  RETURN s.subjectId AS subjectId
}
RETURN DISTINCT subjectId, g.relation AS relation
