// Which of some denials meet a statement that stands. Parameters: $brain STRING, $denials LIST<MAP> {subjectId, relation, objectId, action STRING}
// Returns: subjectId, relation, objectId STRING, one row for each that does
CYPHER 25
UNWIND $denials AS x
CALL (x) {
  MATCH (s:Statement {brain: $brain, subjectId: x.subjectId, relation: x.relation, objectId: x.objectId})
  USING INDEX SEEK s:Statement(brain, subjectId, relation, objectId)
  WHERE s.withdrawnAt IS NULL AND s.action = x.action
  RETURN count(s) AS standing
}
WITH x WHERE standing > 0
RETURN DISTINCT x.subjectId AS subjectId, x.relation AS relation, x.objectId AS objectId
