// Takes back a new extraction: exactly what it withdrew holds again, what it added is withdrawn, and what it had brought back is withdrawn
// as before. A statement that was withdrawn or brought back otherwise since then stays as it is.
// Mode: WRITE, under the brain's lock; the groups of the returned pairs are to be settled. Parameters: $brain STRING, $id STRING,
// $recordedAt DATETIME
// Returns one row: found BOOLEAN, stood BOOLEAN (it was not taken back before), latest BOOLEAN (no later one of its episode stands),
// retracted BOOLEAN (a retraction covers the source of its episode), episode STRING|null, statements INTEGER (how many hold again),
// withdrawn INTEGER, pairs [{subjectId, relation, objectId}]
CYPHER 25
OPTIONAL MATCH (r:Reextraction {brain: $brain, id: $id})
WITH r, r IS NOT NULL AND r.undoneAt IS NULL AS stood
CALL (r) {
  OPTIONAL MATCH (x:Reextraction {brain: $brain, episodeId: r.episodeId}) WHERE x.undoneAt IS NULL AND x.recordedAt > r.recordedAt
  RETURN count(x) = 0 AS latest
}
CALL (r) {
  OPTIONAL MATCH (ep:Episode {brain: $brain, id: r.episodeId})
  CALL (ep) {
    // include: upkeep/is_retracted
  }
  RETURN coalesce(retracted, false) AS retracted
}
WITH r, stood, latest, retracted, stood AND latest AND NOT retracted AS doable
CALL (r, doable) {
  WITH r WHERE doable
  MATCH (:Episode {brain: $brain, id: r.episodeId})-[:STATES]->(s:Statement) WHERE s.addedBy = r.id AND s.withdrawnAt IS NULL
  WITH DISTINCT s
  SET s.withdrawnAt = $recordedAt, s.withdrawnReason = 'corrected', s.withdrawnBy = $id
  RETURN collect(s) AS gone
}
CALL (gone) {
  UNWIND gone AS s
  CALL (s) {
    // include: procedures/judged_ends
  }
  WITH DISTINCT e
  SET e.withdrawnAt = $recordedAt, e.withdrawnReason = 'corrected', e.withdrawnBy = $id
  RETURN collect(e) AS ends
}
CALL (r, doable) {
  WITH r WHERE doable
  // What the new reading denied is withdrawn by the episode, at its time or later; what a later one had brought back was denied before.
  UNWIND [r.id, r.episodeId] AS by
  MATCH (s:Statement {brain: $brain, withdrawnBy: by}) WHERE s.withdrawnAt < $recordedAt AND (by = r.id OR s.withdrawnAt >= r.recordedAt
    AND NOT EXISTS { MATCH (x:Reextraction {brain: $brain, episodeId: r.episodeId})-[:REINSTATED]->(s) WHERE x.recordedAt > r.recordedAt })
  SET s.away = coalesce(s.away, []) + [s.withdrawnAt, $recordedAt], s.awayBy = coalesce(s.awayBy, []) + [s.withdrawnBy],
      s.withdrawnAt = null, s.withdrawnReason = null, s.withdrawnBy = null
  RETURN collect(s) AS back
}
CALL (r, doable) {
  WITH r WHERE doable
  MATCH (r)-[x:REINSTATED]->(s:Statement) WHERE s.withdrawnAt IS NULL
  SET s.withdrawnAt = $recordedAt, s.withdrawnReason = 'corrected', s.withdrawnBy = x.by
  RETURN collect(s) AS deniedAgain
}
FOREACH (x IN CASE WHEN doable THEN [r] ELSE [] END | SET x.undoneAt = $recordedAt)
WITH r, stood, latest, retracted, gone + ends + deniedAgain AS gone, back
CALL (r) {
  OPTIONAL MATCH (ep:Episode {brain: $brain, id: r.episodeId})
  SET ep.readBy = null
  RETURN ep
}
CALL (ep) {
  WITH ep WHERE ep.baseText IS NOT NULL
  WITH ep, COLLECT { MATCH (ep)-[:STATES]->(s:Statement) WHERE s.withdrawnAt IS NULL WITH s ORDER BY s.recordedAt, s.id RETURN DISTINCT s.text } AS texts
  SET ep.searchText = CASE WHEN texts = [] AND EXISTS { (ep)-[:HAS_CHUNK]->() } THEN null ELSE reduce(all = ep.baseText, t IN texts | all + '\n' + t) END
}
RETURN r IS NOT NULL AS found, stood, latest, retracted, r.episodeId AS episode, size(back) AS statements, size(gone) AS withdrawn,
  COLLECT { UNWIND gone + back AS s RETURN DISTINCT s {.subjectId, .relation, .objectId} } AS pairs
