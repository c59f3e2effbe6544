// Takes back the denials of an episode: the denied statements, and the ends that fell with them, exist again as if never
// withdrawn. So do those that a retraction of its source has brought back before.
// Mode: WRITE, under the brain's lock. Parameters: $brain STRING, $episode STRING
// Returns rows: subjectId, relation, objectId (groups, as in linked_groups)
CYPHER 25
CALL () {
  MATCH (s:Statement {brain: $brain, withdrawnBy: $episode}) WHERE s.withdrawnAt IS NOT NULL
  WITH s, [i IN range(0, coalesce(size(s.awayBy), 0) - 1) WHERE s.awayBy[i] <> $episode] AS kept
  SET s.withdrawnAt = null, s.withdrawnReason = null, s.withdrawnBy = null,
      s.away = reduce(all = [], i IN kept | all + s.away[2 * i..2 * i + 2]), s.awayBy = [i IN kept | s.awayBy[i]]
  RETURN s
  UNION
  MATCH (ep:Episode {brain: $brain, id: $episode})
  MATCH (r:SourceRetraction {brain: $brain, source: ep.source})-[back:REINSTATED {by: $episode}]->(s:Statement)
  WITH s, collect(back) AS backs, [i IN range(0, size(s.awayBy) - 1) WHERE s.awayBy[i] <> $episode] AS kept
  FOREACH (back IN backs | DELETE back)
  SET s.away = reduce(all = [], i IN kept | all + s.away[2 * i..2 * i + 2]), s.awayBy = [i IN kept | s.awayBy[i]]
  RETURN s
}
CALL (s) {
  // include: curation/group_of
}
RETURN DISTINCT subjectId, relation, objectId
