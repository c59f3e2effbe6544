// Stores the vectors of sentences that procedures wrote, and of the objects that they made. The statements count as read.
// Mode: WRITE. Parameters: $brain STRING, $rows [{id, text, vector, objectId, object, objectVector}] (id: of the statement)
CYPHER 25
UNWIND $rows AS x
MATCH (s:Statement {brain: $brain, id: x.id})
REMOVE s:Unread
WITH s, x
CALL (s, x) {
  CALL (s) {
    MATCH ()-[f:FACT {brain: $brain, subjectId: s.subjectId, relation: s.relation, objectId: s.objectId}]->()
    USING INDEX SEEK f:FACT(brain, subjectId, relation, objectId)
    RETURN f
    UNION
    MATCH ()-[f:FACT {brain: $brain, subjectId: s.objectId, relation: s.relation, objectId: s.subjectId}]->()
    USING INDEX SEEK f:FACT(brain, subjectId, relation, objectId)
    RETURN f
  }
  WITH f, s, x WHERE s.id IN f.statementIds AND f.factText = x.text
  SET f.embedding = toFloatList(x.vector), f.embeddingBeside = null
}
CALL (x) {
  MATCH (e:Entity {brain: $brain, id: x.objectId}) WHERE e.embedding IS NULL AND e.name = x.object
  SET e.embedding = toFloatList(x.objectVector), e.embeddingBeside = null
}
