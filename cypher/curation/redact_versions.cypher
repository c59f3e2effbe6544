// Removes forgotten statements from former versions: a version of forgotten statements only is removed, a shared version keeps
// what the others said.
// Mode: WRITE. Parameters: $brain STRING, $statements LIST<STRING> (gone), $texts LIST<STRING> (theirs), $facts LIST<STRING>
// (ids of the facts that the statements ever carried, and of the facts in their groups)
// Returns one row: versions (number of removed ones)
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
  SET w.statementIds = left, w.embedding = null, w.embeddingBeside = null, w.factText = CASE WHEN w.factText IN $texts THEN s.text ELSE w.factText END
}
FOREACH (x IN CASE WHEN left = [] THEN [w] ELSE [] END | DELETE x)
RETURN count(CASE WHEN left = [] THEN 1 END) AS versions
