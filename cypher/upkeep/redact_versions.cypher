// What forgotten statements have left in former versions: a version that only they carried goes, a shared one keeps what others said.
// Mode: WRITE. Parameters: $brain STRING, $statements LIST<STRING> (gone), $texts LIST<STRING> (theirs), $facts LIST<STRING> (ids of the
// facts that the statements ever carried, and of those that stand in their groups)
// Returns one row: versions (how many went)
CYPHER 25
CALL () {
  UNWIND $facts AS id
  MATCH ()-[w:FACT_WAS {brain: $brain, factId: id}]->() WHERE any(s IN w.statementIds WHERE s IN $statements)
  RETURN DISTINCT w
}
WITH w, [s IN w.statementIds WHERE NOT s IN $statements] AS left
CALL (w, left) {
  WITH w, left WHERE left <> []
  MATCH (s:Statement {brain: $brain, id: left[0]})
  SET w.statementIds = left, w.embedding = null, w.factText = CASE WHEN w.factText IN $texts THEN s.text ELSE w.factText END
}
FOREACH (x IN CASE WHEN left = [] THEN [w] ELSE [] END | DELETE x)
RETURN count(CASE WHEN left = [] THEN 1 END) AS versions
