// Takes back a retraction of a source: exactly the statements that it had withdrawn hold again, and what it had brought back is denied
// again. A statement that a later retraction of the source covers stays withdrawn, by that one. A statement that was withdrawn or
// brought back otherwise since then stays as it is.
// Mode: WRITE, under the brain's lock; the groups of the returned pairs are to be settled. Parameters: $brain STRING,
// $source STRING, $retraction STRING|null (id; null = the latest one that stands), $recordedAt DATETIME
// Returns one row: found BOOLEAN (there is such a retraction), stood BOOLEAN (it was not taken back before), retraction STRING|null (its
// id), statements INTEGER (how many hold again), denied INTEGER (how many are denied again), pairs [{subjectId, relation, objectId}]
CYPHER 25
OPTIONAL CALL () {
  MATCH (r:SourceRetraction {brain: $brain, source: $source})
  WHERE CASE WHEN $retraction IS NULL THEN r.restoredAt IS NULL ELSE r.id = $retraction END
  RETURN r ORDER BY r.recordedAt DESC LIMIT 1
}
WITH r, r.restoredAt IS NULL AND r IS NOT NULL AS stood
CALL (r) {
  MATCH (x:SourceRetraction {brain: $brain, source: $source}) WHERE x.restoredAt IS NULL AND x.recordedAt > r.recordedAt
  WITH x ORDER BY x.recordedAt
  RETURN collect(x) AS later
}
CALL (r, stood) {
  WITH r WHERE stood
  MATCH (s:Statement {brain: $brain, withdrawnBy: r.id}) WHERE s.withdrawnAt IS NOT NULL
  RETURN collect([s, EXISTS { MATCH (s)-[:BECAUSE_OF]->() }]) AS withdrawn
}
CALL (withdrawn, later) {
  UNWIND [one IN withdrawn WHERE NOT one[1]] AS one
  WITH one[0] AS s, later
  WITH s, head(COLLECT { UNWIND later AS x MATCH (ep:Episode)-[:STATES]->(s) WHERE s.recordedAt < x.recordedAt AND coalesce(ep.recordedAt >= x.since, true)
    RETURN x.id ORDER BY x.recordedAt LIMIT 1 }) AS under
  SET s.away = CASE WHEN under IS NULL THEN coalesce(s.away, []) + [s.withdrawnAt, $recordedAt] ELSE s.away END,
      s.awayBy = CASE WHEN under IS NULL THEN coalesce(s.awayBy, []) + [s.withdrawnBy] ELSE s.awayBy END,
      s.withdrawnBy = under, s.withdrawnAt = CASE WHEN under IS NULL THEN null ELSE s.withdrawnAt END,
      s.withdrawnReason = CASE WHEN under IS NULL THEN null ELSE s.withdrawnReason END
  RETURN collect(CASE WHEN under IS NULL THEN s END) AS back
}
CALL (withdrawn, later) {
  UNWIND [one IN withdrawn WHERE one[1]] AS one
  WITH one[0] AS e, later
  WITH e, COLLECT { MATCH (e)-[:BECAUSE_OF]->(ground:Statement) RETURN ground } AS grounds, [x IN later | x.id] AS ids
  WITH e, any(g IN grounds WHERE g.withdrawnAt IS NULL) AS holds, head([g IN grounds WHERE g.withdrawnBy IN ids | g.withdrawnBy]) AS under
  SET e.away = CASE WHEN holds THEN coalesce(e.away, []) + [e.withdrawnAt, $recordedAt] ELSE e.away END,
      e.awayBy = CASE WHEN holds THEN coalesce(e.awayBy, []) + [e.withdrawnBy] ELSE e.awayBy END,
      e.withdrawnBy = CASE WHEN holds THEN null ELSE coalesce(under, e.withdrawnBy) END,
      e.withdrawnAt = CASE WHEN holds THEN null ELSE e.withdrawnAt END, e.withdrawnReason = CASE WHEN holds THEN null ELSE e.withdrawnReason END
  RETURN collect(CASE WHEN holds THEN e END) AS endsBack
}
CALL (r, stood, later) {
  WITH r, later WHERE stood
  MATCH (r)-[reinstated:REINSTATED]->(s:Statement)
  WITH s, later, reinstated, reinstated.by AS by
  WITH s, reinstated, by, head(COLLECT { UNWIND later AS x MATCH (ep:Episode {brain: $brain, id: by}) WHERE coalesce(ep.recordedAt >= x.since, true)
    RETURN x ORDER BY x.recordedAt LIMIT 1 }) AS under
  DELETE reinstated
  FOREACH (x IN CASE WHEN under IS NULL THEN [] ELSE [under] END | CREATE (x)-[:REINSTATED {by: by}]->(s))
  WITH s, by, under WHERE under IS NULL AND s.withdrawnAt IS NULL
  SET s.withdrawnAt = $recordedAt, s.withdrawnReason = 'corrected', s.withdrawnBy = by
  RETURN collect(s) AS deniedAgain
}
FOREACH (x IN CASE WHEN stood THEN [r] ELSE [] END | SET x.restoredAt = $recordedAt)
WITH r, stood, back + endsBack AS back, deniedAgain
RETURN r IS NOT NULL AS found, stood, r.id AS retraction, size(back) AS statements, size(deniedAgain) AS denied,
  COLLECT { UNWIND back + deniedAgain AS s RETURN DISTINCT s {.subjectId, .relation, .objectId} } AS pairs
