// Stage 7: a denial withdraws statements of earlier records, also of this commit, and ends that a judge found because of them.
// Mode: WRITE. Parameters: $brain STRING, $stamp DATETIME (of the commit's first record)
//   $withdrawals [{subjectId, relation, objectId, by, reason, action, saidAt, n, i, secondHand BOOLEAN, confidence}]: action = the
//   statements that it withdraws; saidAt STRING: only those that were said by then and lie after it; rows of denial i; a denial of
//   a symmetric relation has both directions
// Returns one row: withdrawn (the i of every denial that matched a statement), reopened [{subjectId, relation, objectId, at}]
// (facts that a denied fact had ended, to be settled)
CYPHER 25
WITH $stamp AS stamp
CALL (stamp) {
  UNWIND $withdrawals AS x
  CALL (x) {
    MATCH (s:Statement {brain: $brain, subjectId: x.subjectId, relation: x.relation, objectId: x.objectId})
    USING INDEX SEEK s:Statement(brain, subjectId, relation, objectId)
    RETURN s
  }
  WITH stamp, x, s
  WHERE s.withdrawnAt IS NULL AND s.action = x.action AND NOT (x.secondHand AND s.secondHand IS NULL AND s.confidence > x.confidence)
    AND (x.saidAt IS NULL OR s.at > datetime(x.saidAt) AND s.occurredAt <= datetime(x.saidAt))
    AND s.recordedAt < stamp + duration({microseconds: x.n})
  WITH stamp, s, x ORDER BY x.n
  WITH stamp, s, head(collect(x)) AS x
  SET s.withdrawnAt = stamp + duration({microseconds: x.n}), s.withdrawnBy = x.by, s.withdrawnReason = x.reason
  RETURN collect(DISTINCT x.i) AS withdrawn, collect(s) AS denied
}
CALL (denied) {
  UNWIND denied AS s
  CALL (s) {
    // include: procedures/judged_ends
  }
  SET e.withdrawnAt = s.withdrawnAt, e.withdrawnBy = s.withdrawnBy, e.withdrawnReason = s.withdrawnReason
  RETURN collect(DISTINCT e {.subjectId, .relation, .objectId, at: e.withdrawnAt}) AS reopened
}
RETURN withdrawn, reopened
