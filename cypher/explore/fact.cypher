// One fact: its current version, else its last version. Parameters: $brain STRING, $ids LIST<STRING>
// Returns: row MAP (explore/fact_row), one for each known id
CYPHER 25
UNWIND $ids AS id
CALL (id) {
  MATCH ()-[f:FACT {brain: $brain, factId: id}]->() RETURN f, 1 AS live
  UNION ALL
  MATCH ()-[f:FACT_WAS {brain: $brain, factId: id}]->()
  RETURN f, 0 AS live ORDER BY f.expiredAt DESC LIMIT 1
}
WITH id, f ORDER BY live DESC
WITH id, head(collect(f)) AS f
RETURN
  // include: explore/fact_row
