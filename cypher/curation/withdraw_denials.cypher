// Takes back the denials of an episode: the denied statements, and the ends that fell with them, exist again as if never
// withdrawn.
// Mode: WRITE, under the brain's lock. Parameters: $brain STRING, $episode STRING
// Returns rows: subjectId, relation, objectId (groups, as in linked_groups)
CYPHER 25
MATCH (s:Statement {brain: $brain, withdrawnBy: $episode}) WHERE s.withdrawnAt IS NOT NULL
SET s.withdrawnAt = null, s.withdrawnReason = null, s.withdrawnBy = null
WITH s
CALL (s) {
  // include: curation/group_of
}
RETURN DISTINCT subjectId, relation, objectId
