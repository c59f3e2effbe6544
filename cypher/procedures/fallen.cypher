// The facts that rest on some statements and on nothing else that stands at a moment: (a and b) or c, by RESTS_ON.
// Mode: READ. Parameters: $brain STRING, $statements LIST<STRING> (of facts that ended or left), $at DATETIME
// Returns rows: factId, subjectId, relation, objectId, tStart, because (one of $statements)
CYPHER 25
UNWIND $statements AS id
MATCH (:FactRef {brain: $brain, factId: id})<-[:RESTS_ON]-(ref:FactRef)
CALL (ref) {
  MATCH (s:Statement {brain: $brain, id: ref.factId}) WHERE s.withdrawnAt IS NULL
  RETURN s
}
CALL (s) {
  MATCH ()-[f:FACT {brain: $brain, subjectId: s.subjectId, relation: s.relation, objectId: s.objectId}]->()
  USING INDEX SEEK f:FACT(brain, subjectId, relation, objectId)
  WHERE s.id IN f.statementIds AND f.tEnd > $at AND f.evidence IS NOT NULL
  RETURN f
}
MATCH (ref)-[on:RESTS_ON]->(m:FactRef)
WITH f, id, on.set AS number, collect(m.factId) AS members
WITH f, id, collect(members) AS sets
WHERE none(members IN sets WHERE all(member IN members WHERE EXISTS {
  MATCH (t:Statement {brain: $brain, id: member})
  MATCH ()-[g:FACT {brain: $brain, subjectId: t.subjectId, relation: t.relation, objectId: t.objectId}]->()
  USING INDEX SEEK g:FACT(brain, subjectId, relation, objectId)
  WHERE member IN g.statementIds AND g.tEnd > $at
}))
RETURN f.factId AS factId, f.subjectId AS subjectId, f.relation AS relation, f.objectId AS objectId, f.tStart AS tStart, min(id) AS because
