// graphmem.restore: takes back the last retraction or correction of a fact (docs/time.md, R6). If another value closed the
// fact, nothing is done: that value has to be removed first. For a symmetric relation, ends of both directions count. An end
// that a correction had withdrawn is there again with the corrected fact, and so are the ends that a judge had found because
// of it. A fact that was withdrawn while it waited for a change waits again.
//
// Mode: WRITE, inside a transaction that holds the brain's lock.
// Parameters: $brain STRING, $factId STRING, $recordedAt DATETIME
// Returns one row: found, waiting BOOLEAN (it waits again), closedReason, closedBy, pair {subjectId, relation, objectId} or null if there is nothing to restore,
// also: pairs of the statement that a person had put in its place, which is withdrawn, and of facts that end again because of
// it.
CYPHER 25
OPTIONAL MATCH ()-[f:FACT {brain: $brain, factId: $factId}]->()
WITH f, head(COLLECT { MATCH ()-[w:FACT_WAS {brain: $brain, factId: $factId}]->() RETURN w ORDER BY w.expiredAt DESC LIMIT 1 }) AS w
WITH f, w, f IS NULL AND w.expiredReason = 'corrected' AS corrected, coalesce(f.closedReason, '') IN ['retracted', 'contradicted'] AS retracted
CALL (f, retracted) {
  WITH f WHERE retracted
  CALL (f) {
    // include: procedures/stated_ends
  }
  WITH f, s WHERE s.withdrawnAt IS NULL AND s.at = f.tEnd
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
  RETURN count(s) AS back, collect([s, by]) AS grounds, collect(DISTINCT by) AS instead, head(collect(s {.subjectId, .relation, .objectId})) AS now
}
CALL (now, instead) {
  WITH now AS f, instead WHERE size(instead) > 0
  CALL (f) {
    // include: procedures/stated_ends
  }
  WITH s, instead WHERE s.withdrawnReason = 'corrected' AND s.withdrawnBy IN instead
  SET s.away = coalesce(s.away, []) + [s.withdrawnAt, $recordedAt], s.awayBy = coalesce(s.awayBy, []) + [s.withdrawnBy],
      s.withdrawnAt = null, s.withdrawnReason = null, s.withdrawnBy = null
  RETURN count(s) AS endsAgain
}
CALL (grounds) {
  UNWIND grounds AS ground
  WITH ground[0] AS s, ground[1] AS by
  MATCH (s)<-[:BECAUSE_OF]-(e:Statement) WHERE e.withdrawnReason = 'corrected' AND e.withdrawnBy = by
  WITH DISTINCT e
  SET e.away = coalesce(e.away, []) + [e.withdrawnAt, $recordedAt], e.awayBy = coalesce(e.awayBy, []) + [e.withdrawnBy],
      e.withdrawnAt = null, e.withdrawnReason = null, e.withdrawnBy = null
  RETURN collect(e {.subjectId, .relation, .objectId}) AS endedAgain
}
CALL (f, corrected) {
  WITH f, corrected WHERE f IS NULL AND NOT coalesce(corrected, false)
  MATCH (s:Statement {brain: $brain, id: $factId}) WHERE s.waits AND s.withdrawnBy = $factId AND s.withdrawnReason IN ['retracted', 'corrected']
  SET s.away = coalesce(s.away, []) + [s.withdrawnAt, $recordedAt], s.awayBy = coalesce(s.awayBy, []) + [s.withdrawnBy],
      s.withdrawnAt = null, s.withdrawnReason = null, s.withdrawnBy = null
  RETURN head(collect(s {.subjectId, .relation, .objectId})) AS waiting
}
CALL (instead) {
  UNWIND instead AS id
  MATCH (s:Statement {brain: $brain, id: id}) WHERE s.withdrawnAt IS NULL AND s.corrects = $factId
  SET s.withdrawnAt = $recordedAt, s.withdrawnReason = 'restored', s.withdrawnBy = $factId
  RETURN collect(s {.subjectId, .relation, .objectId}) AS also
}
OPTIONAL MATCH (s:Statement {brain: $brain, id: $factId}) WHERE s.waits
RETURN f IS NOT NULL OR w IS NOT NULL OR s IS NOT NULL AS found, waiting IS NOT NULL AS waiting, coalesce(f.closedReason, w.expiredReason) AS closedReason,
       coalesce(f.closedBy, w.expiredBy) AS closedBy,
       CASE WHEN ends + back > 0 THEN {subjectId: coalesce(f.subjectId, now.subjectId), relation: coalesce(f.relation, now.relation, w.relation),
         objectId: coalesce(f.objectId, now.objectId)} ELSE waiting END AS pair, also + endedAgain AS also
