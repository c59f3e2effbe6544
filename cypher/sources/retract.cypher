// Withdraws what a source has said: the statements of its episodes, and the ends that a judge found because of them. What its
// episodes have denied holds again. A statement that was withdrawn before, by whatever, stays as it is. An end that rests on a
// statement which stands is not withdrawn.
// Mode: WRITE, under the brain's lock; the groups of the returned pairs are to be settled. Parameters: $brain STRING,
// $source STRING, $since DATETIME|null (only its episodes that were recorded at this time or later), $retraction STRING (id of the
// new node), $recordedAt DATETIME
// Returns one row: found BOOLEAN (the source has an episode), statements INTEGER (how many were withdrawn), denied INTEGER (how many
// hold again), pairs [{subjectId, relation, objectId}]
CYPHER 25
CALL () {
  CALL () {
    // include: sources/of_source
  }
  MATCH (ep)-[:STATES]->(s:Statement)
  WHERE s.withdrawnAt IS NULL AND NOT EXISTS { MATCH (s)-[:BECAUSE_OF]->() }
  WITH DISTINCT s
  SET s.withdrawnAt = $recordedAt, s.withdrawnReason = 'corrected', s.withdrawnBy = $retraction
  RETURN collect(s) AS withdrawn
}
CALL (withdrawn) {
  UNWIND withdrawn AS s
  CALL (s) {
    // include: procedures/judged_ends
  }
  WITH DISTINCT e
  SET e.withdrawnAt = $recordedAt, e.withdrawnReason = 'corrected', e.withdrawnBy = $retraction
  RETURN collect(e) AS ends
}
CALL () {
  CALL () {
    // include: sources/of_source
  }
  CALL (ep) {
    MATCH (s:Statement {brain: $brain, withdrawnBy: ep.id}) WHERE s.withdrawnAt IS NOT NULL
    RETURN s
  }
  WITH s, ep WHERE NOT EXISTS { MATCH (own:Episode)-[:STATES]->(s) WHERE own.source = $source AND ($since IS NULL OR own.recordedAt >= $since) }
  RETURN collect([s, ep.id, EXISTS { MATCH (s)-[:BECAUSE_OF]->() }]) AS undone
}
CALL (undone) {
  UNWIND [one IN undone WHERE NOT one[2]] AS one
  WITH one[0] AS s
  SET s.away = coalesce(s.away, []) + [s.withdrawnAt, $recordedAt], s.awayBy = coalesce(s.awayBy, []) + [s.withdrawnBy],
      s.withdrawnAt = null, s.withdrawnReason = null, s.withdrawnBy = null
  RETURN collect(s) AS back
}
CALL (undone) {
  UNWIND [one IN undone WHERE one[2]] AS one
  WITH one[0] AS s WHERE EXISTS { MATCH (s)-[:BECAUSE_OF]->(ground:Statement) WHERE ground.withdrawnAt IS NULL }
  SET s.away = coalesce(s.away, []) + [s.withdrawnAt, $recordedAt], s.awayBy = coalesce(s.awayBy, []) + [s.withdrawnBy],
      s.withdrawnAt = null, s.withdrawnReason = null, s.withdrawnBy = null
  RETURN collect(s) AS endsBack
}
WITH withdrawn + ends AS gone, back + endsBack AS back
CALL (gone, back) {
  WITH gone, back WHERE gone <> [] OR back <> []
  CREATE (r:SourceRetraction {brain: $brain, id: $retraction})
  SET r.source = $source, r.since = $since, r.recordedAt = $recordedAt, r.statements = size(gone)
  WITH r, back
  UNWIND back AS s
  CREATE (r)-[:REINSTATED {by: s.awayBy[-1]}]->(s)
}
RETURN EXISTS { MATCH (:Episode {brain: $brain, source: $source}) } AS found, size(gone) AS statements, size(back) AS denied,
  COLLECT { UNWIND gone + back AS s RETURN DISTINCT s {.subjectId, .relation, .objectId} } AS pairs
