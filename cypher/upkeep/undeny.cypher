// What an episode denied was never denied: its statements, and the ends that fell with them, are there again, as if always.
// Mode: WRITE, under the brain's lock. Parameters: $brain STRING, $episode STRING
// Returns rows: subjectId, relation, objectId (groups, as in linked_groups)
CYPHER 25
MATCH (s:Statement {brain: $brain, withdrawnBy: $episode}) WHERE s.withdrawnAt IS NOT NULL
SET s.withdrawnAt = null, s.withdrawnReason = null, s.withdrawnBy = null
WITH s
CALL (s) {
  // include: upkeep/group_of
}
RETURN DISTINCT subjectId, relation, objectId
