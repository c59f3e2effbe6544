// The hidden versions and statements of a fact, for an administrator, as procedures/history returns the others.
// Parameters: $brain STRING, $factId STRING. Returns one row: rows LIST<MAP>
CYPHER 25
CALL () {
  MATCH ()-[f:FACT_HIDDEN {brain: $brain, factId: $factId}]->()
  WITH f ORDER BY f.recordedAt, f.expiredAt
  RETURN collect(f) AS versions
}
CALL (versions) {
  UNWIND versions AS f
  CALL (f) {
    RETURN
      // include: explore/fact_row
  }
  RETURN collect(row {.*, entry: 'version'}) AS told
}
CALL (versions) {
  UNWIND versions AS f
  UNWIND f.statementIds AS id
  WITH DISTINCT id
  MATCH (s:Hidden {brain: $brain, id: id}) WHERE s.hiddenLabel = 'Statement'
  WITH s ORDER BY s.recordedAt
  RETURN collect(s {.id, .action, .at, .until, .atPrecision, .untilPrecision, .startStated, .dated, .text, .subjectSaid, .objectSaid, .speaker,
    .confidence, .origin, .occurredAt, .recordedAt, .withdrawnAt, .withdrawnReason, .withdrawnBy, .reason, .episodeIds, entry: 'statement'}) AS said
}
RETURN told + said AS rows
