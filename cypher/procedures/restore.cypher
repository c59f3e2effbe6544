// graphmem.restore: takes back the last retraction or correction of a fact (design §3, rule 6). Where another value closed it,
// nothing is done: that value has to go first. What has no direction may have been ended either way round.
//
// Mode: WRITE, inside a transaction that holds the brain's lock.
// Parameters: $brain STRING, $factId STRING, $recordedAt DATETIME
// Returns one row: found, closedReason, closedBy, pair {subjectId, relation, objectId} or null where there is nothing to restore,
// also: pairs of what a person had put in its place, which is taken back.
CYPHER 25
OPTIONAL MATCH ()-[f:FACT {brain: $brain, factId: $factId}]->()
WITH f, head(COLLECT { MATCH ()-[w:FACT_WAS {brain: $brain, factId: $factId}]->() RETURN w ORDER BY w.expiredAt DESC LIMIT 1 }) AS w
WITH f, w, f IS NULL AND w.expiredReason = 'corrected' AS corrected, coalesce(f.closedReason, '') IN ['retracted', 'contradicted'] AS retracted
CALL (f, retracted) {
  WITH f WHERE retracted
  OPTIONAL MATCH (rt:RelationType {brain: $brain, name: f.relation})
  UNWIND [[f.subjectId, f.objectId]] + CASE WHEN rt.symmetric THEN [[f.objectId, f.subjectId]] ELSE [] END AS way
  CALL (f, way) {
    MATCH (s:Statement {brain: $brain, subjectId: way[0], relation: f.relation, objectId: way[1]}) USING INDEX s:Statement(brain, subjectId, relation, objectId)
    RETURN s
  }
  WITH f, s WHERE s.action = 'ends' AND s.withdrawnAt IS NULL AND s.at = f.tEnd
  SET s.withdrawnAt = $recordedAt, s.withdrawnReason = 'restored', s.withdrawnBy = $factId
  RETURN count(s) AS ends
}
CALL (w, corrected) {
  WITH w WHERE corrected
  UNWIND w.statementIds AS id
  MATCH (s:Statement {brain: $brain, id: id})
  WHERE s.withdrawnAt IS NOT NULL AND s.withdrawnReason = 'corrected'
  WITH s, s.withdrawnBy AS by
  SET s.away = coalesce(s.away, []) + [s.withdrawnAt, $recordedAt], s.awayBy = coalesce(s.awayBy, []) + [coalesce(s.withdrawnBy, '')],
      s.withdrawnAt = null, s.withdrawnReason = null, s.withdrawnBy = null
  RETURN count(s) AS back, collect(DISTINCT by) AS instead, head(collect(s {.subjectId, .objectId})) AS now
}
CALL (instead) {
  UNWIND instead AS id
  MATCH (s:Statement {brain: $brain, id: id}) WHERE s.withdrawnAt IS NULL AND s.corrects = $factId
  SET s.withdrawnAt = $recordedAt, s.withdrawnReason = 'restored', s.withdrawnBy = $factId
  RETURN collect(s {.subjectId, .relation, .objectId}) AS also
}
RETURN f IS NOT NULL OR w IS NOT NULL AS found, coalesce(f.closedReason, w.expiredReason) AS closedReason,
       coalesce(f.closedBy, w.expiredBy) AS closedBy,
       CASE WHEN ends + back > 0 THEN {subjectId: coalesce(f.subjectId, now.subjectId), relation: coalesce(f.relation, w.relation),
         objectId: coalesce(f.objectId, now.objectId)} END AS pair, also
