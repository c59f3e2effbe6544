// Withdraws what a new extraction of an episode does not say any more, and the ends that a judge found because of it. What the episode
// denied and does not deny any more holds again. What an earlier new extraction had withdrawn and this one says again holds again.
// Mode: WRITE, under the brain's lock; the groups of the returned pairs are to be settled. Parameters: $brain STRING, $episode STRING,
// $gone LIST<STRING> (ids of statements), $back LIST<STRING> (ids of statements), $stillDenied [{subjectId, relation, objectId}],
// $id STRING (of the new node), $props MAP (its properties), $recordedAt DATETIME
// Returns one row: statements INTEGER (how many were withdrawn), restored INTEGER (how many hold again), pairs [{subjectId, relation,
// objectId}]
CYPHER 25
CREATE (r:Reextraction {brain: $brain, id: $id})
SET r += $props, r.episodeId = $episode, r.recordedAt = $recordedAt
WITH r
CALL () {
  UNWIND $gone AS id
  MATCH (s:Statement {brain: $brain, id: id}) WHERE s.withdrawnAt IS NULL
  SET s.withdrawnAt = $recordedAt, s.withdrawnReason = 'corrected', s.withdrawnBy = $id
  RETURN collect(s) AS withdrawn
}
CALL (withdrawn) {
  UNWIND withdrawn AS s
  CALL (s) {
    // include: procedures/judged_ends
  }
  WITH DISTINCT e
  SET e.withdrawnAt = $recordedAt, e.withdrawnReason = 'corrected', e.withdrawnBy = $id
  RETURN collect(e) AS ends
}
CALL (r) {
  MATCH (s:Statement {brain: $brain, withdrawnBy: $episode}) WHERE s.withdrawnAt IS NOT NULL
    AND none(x IN $stillDenied WHERE x.subjectId = s.subjectId AND x.relation = s.relation AND x.objectId = s.objectId)
    AND (NOT EXISTS { MATCH (s)-[:BECAUSE_OF]->() } OR EXISTS { MATCH (s)-[:BECAUSE_OF]->(ground:Statement) WHERE ground.withdrawnAt IS NULL })
  CREATE (r)-[:REINSTATED {by: $episode}]->(s)
  RETURN collect(s) AS undenied
}
CALL (r) {
  UNWIND $back AS id
  MATCH (s:Statement {brain: $brain, id: id}) WHERE s.withdrawnAt IS NOT NULL
  CREATE (r)-[:REINSTATED {by: s.withdrawnBy}]->(s)
  RETURN collect(s) AS again
}
WITH r, withdrawn + ends AS gone, undenied + again AS back
FOREACH (s IN back | SET s.away = coalesce(s.away, []) + [s.withdrawnAt, $recordedAt], s.awayBy = coalesce(s.awayBy, []) + [s.withdrawnBy],
  s.withdrawnAt = null, s.withdrawnReason = null, s.withdrawnBy = null)
SET r.withdrawn = size(gone), r.restored = size(back)
RETURN size(gone) AS statements, size(back) AS restored,
  COLLECT { UNWIND gone + back AS s RETURN DISTINCT s {.subjectId, .relation, .objectId} } AS pairs
