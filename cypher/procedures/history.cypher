// graphmem.history: both timelines of a fact: every version that was believed, oldest first, then its statements.
//
// Mode: READ. Parameters: $brain STRING, $factId STRING
// Returns: row MAP. entry 'version': version (number from 1), live BOOLEAN, factId, subject, subjectId, relation, object,
// objectId, factText, tValid, tInvalid, recordedAt, expiredAt (system time, half open), expiredReason, expiredBy,
// closedReason, closedBy, confidence, ... ; entry 'statement': id, action, at, until, startStated, dated, text, subjectSaid,
// objectSaid, speaker, confidence, origin, occurredAt, recordedAt, withdrawnAt, withdrawnReason, withdrawnBy, reason,
// episodeIds. A fact that waits has its statement only. No row = the fact is unknown.
CYPHER 25
CALL () {
  MATCH ()-[f:FACT_WAS {brain: $brain, factId: $factId}]->() RETURN f
  UNION ALL
  MATCH ()-[f:FACT {brain: $brain, factId: $factId}]->() RETURN f
}
WITH f ORDER BY f.recordedAt, f.expiredAt
WITH collect(f) AS versions
CALL (versions) {
  UNWIND range(0, size(versions) - 1) AS i
  WITH i, versions[i] AS f
  CALL (f) {
    RETURN
      // include: explore/fact_row
  }
  RETURN row {.*, entry: 'version', version: i + 1, live: f:FACT} AS row, [0, i] AS place
  UNION ALL
  UNWIND versions AS f
  UNWIND f.statementIds AS id
  WITH DISTINCT id
  MATCH (s:Statement {brain: $brain, id: id})
  RETURN s {.id, .action, .at, .until, .atPrecision, .untilPrecision, .startStated, .dated, .text, .subjectSaid, .objectSaid, .speaker,
    .confidence, .origin, .occurredAt, .recordedAt, .withdrawnAt, .withdrawnReason, .withdrawnBy, .reason, .episodeIds,
    entry: 'statement'} AS row, [1, s.recordedAt.epochMillis] AS place
  UNION ALL
  WITH versions WHERE versions = []
  MATCH (s:Statement {brain: $brain, id: $factId}) WHERE s.waits AND s.withdrawnAt IS NULL
  RETURN s {.id, .action, .at, .until, .atPrecision, .untilPrecision, .startStated, .dated, .text, .subjectSaid, .objectSaid, .speaker,
    .confidence, .origin, .occurredAt, .recordedAt, .withdrawnAt, .withdrawnReason, .withdrawnBy, .reason, .episodeIds,
    entry: 'statement'} AS row, [1, s.recordedAt.epochMillis] AS place
  UNION ALL
  WITH last(versions) AS f WHERE f IS NOT NULL
  MATCH (s:Statement {brain: $brain, subjectId: f.subjectId, relation: f.relation, objectId: f.objectId}) USING INDEX SEEK s:Statement(brain, subjectId, relation, objectId)
  WHERE s.action = 'ends'
  RETURN s {.id, .action, .at, .until, .atPrecision, .untilPrecision, .startStated, .dated, .text, .subjectSaid, .objectSaid, .speaker,
    .confidence, .origin, .occurredAt, .recordedAt, .withdrawnAt, .withdrawnReason, .withdrawnBy, .reason, .episodeIds,
    entry: 'statement'} AS row, [1, s.recordedAt.epochMillis] AS place
}
WITH row, place ORDER BY place
RETURN row
