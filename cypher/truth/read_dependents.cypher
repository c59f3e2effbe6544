// The statements that rest on statements, or that watch what subjects have.
// Mode: READ. Parameters: $brain STRING, $carrying LIST<STRING> (ids of statements that are evidence), $watched [{id, relation}]
// (subjects, and both ends of relations without direction)
// Returns rows: subjectId, relation, objectId
CYPHER 25
CALL () {
  UNWIND $carrying AS id
  MATCH (:FactRef {brain: $brain, factId: id})<-[:RESTS_ON]-(d:FactRef)
  CALL (d) {
    MATCH (s:Statement {brain: $brain, id: d.factId})
    RETURN s
  }
  RETURN s
  UNION
  UNWIND $watched AS x
  OPTIONAL MATCH (e:Entity)-[m:MERGED_INTO*1..]->(:Entity {brain: $brain, id: x.id}) WHERE all(y IN m WHERE y.expiredAt IS NULL)
  WITH x, collect(e.id) + x.id AS ids
  UNWIND ids AS id
  MATCH (c:Condition {brain: $brain, subjectId: id, relation: x.relation}) USING INDEX SEEK c:Condition(brain, subjectId, relation)
  MATCH (s:Statement)-[:HOLDS_WHILE|STARTS_WHEN]->(c)
  RETURN s
}
RETURN DISTINCT s.subjectId AS subjectId, s.relation AS relation, s.objectId AS objectId
