// graphmem.invalidate: a fact is no longer true (retracted: a stated end is added), or was never true (corrected: its
// statements are withdrawn, and so are the ends that a judge found because of them). Facts that rest on it fall with it. A fact that
// waits for a change is withdrawn in both cases: it has no period to end. The Java procedure settles and cascades afterwards.
//
// Mode: WRITE, inside a transaction that holds the brain's lock.
// Parameters: $brain STRING, $factId STRING, $at DATETIME|null (null = the time of the change), $kind 'retracted'|'corrected',
// $reason STRING|null, $supersededBy STRING|null, $statementId STRING (id for the stated end), $recordedAt DATETIME
// Returns one row: found, waiting BOOLEAN (it waited), tStart, tEnd, at, closedReason, pair {subjectId, relation, objectId} or null if nothing was written
// (no such fact; ended at or before `at`; ended by a stated end before now; `at` not after the start of a retraction), also: pairs
// that a judge had ended because of the fact.
CYPHER 25
OPTIONAL MATCH ()-[f:FACT {brain: $brain, factId: $factId}]->()
WITH f, coalesce($at, $recordedAt) AS at
WITH f, at, f IS NOT NULL AND ($kind = 'corrected' OR (f.tStart < at AND at < f.tEnd
  AND NOT (f.tEnd <= $recordedAt AND coalesce(f.closedReason, '') IN ['retracted', 'contradicted']))) AS possible
CALL (f, at, possible) {
  WITH f, at WHERE possible AND $kind = 'retracted'
  MATCH (last:Statement {brain: $brain, id: f.statementIds[-1]})
  WITH f, at, last, last.subjectId = f.subjectId AS straight
  CREATE (s:Statement {brain: $brain, id: $statementId})
  SET s.factId = $statementId, s.action = 'ends', s.subjectId = f.subjectId, s.relation = f.relation, s.objectId = f.objectId,
      s.subjectKey = CASE WHEN straight THEN last.subjectKey ELSE last.objectKey END,
      s.objectKey = CASE WHEN straight THEN last.objectKey ELSE last.subjectKey END,
      s.subjectFrom = CASE WHEN straight THEN last.subjectFrom ELSE last.objectFrom END,
      s.objectFrom = CASE WHEN straight THEN last.objectFrom ELSE last.subjectFrom END,
      s.about = last.id, s.at = at, s.atPrecision = 'instant', s.startStated = true,
      s.reason = CASE WHEN $supersededBy IS NULL THEN 'retracted' ELSE 'contradicted' END, s.closedBy = $supersededBy,
      s.comment = $reason, s.text = f.factText, s.kind = f.kind, s.confidence = 1.0, s.importance = f.importance, s.origin = 'manual',
      s.category = f.category, s.occurredAt = $recordedAt, s.recordedAt = $recordedAt, s.episodeIds = [], s.brainToken = f.brainToken
}
CALL (f, possible) {
  WITH f WHERE possible AND $kind = 'corrected'
  UNWIND f.statementIds AS id
  MATCH (s:Statement {brain: $brain, id: id})
  SET s.withdrawnAt = $recordedAt, s.withdrawnReason = 'corrected', s.withdrawnBy = $factId, s.comment = $reason
  RETURN collect(s) AS withdrawn
}
CALL (f) {
  WITH f WHERE f IS NULL
  MATCH (s:Statement {brain: $brain, id: $factId}) WHERE s.waits AND s.withdrawnAt IS NULL
  SET s.withdrawnAt = $recordedAt, s.withdrawnReason = $kind, s.withdrawnBy = $factId, s.comment = $reason
  RETURN head(collect(s {.subjectId, .relation, .objectId})) AS waiting
}
CALL (withdrawn) {
  UNWIND withdrawn AS s
  CALL (s) {
    // include: procedures/judged_ends
  }
  SET e.withdrawnAt = $recordedAt, e.withdrawnReason = 'corrected', e.withdrawnBy = $factId, e.comment = $reason
  RETURN collect(DISTINCT e {.subjectId, .relation, .objectId}) AS also
}
RETURN f IS NOT NULL OR waiting IS NOT NULL AS found, waiting IS NOT NULL AS waiting, f.tStart AS tStart, f.tEnd AS tEnd, at, f.closedReason AS closedReason, f.closedBy AS closedBy,
       CASE WHEN possible THEN f {.subjectId, .relation, .objectId} ELSE waiting END AS pair, also
