// Removes items. Mode: WRITE, with the brain's lock (items/stamp). Parameters: $brain STRING, $items LIST<MAP> {path and key STRING},
// $forgotten BOOLEAN (keep an item that is still remembered as an episode)
// Returns one row: deleted INTEGER (those that had not expired), kept INTEGER
CYPHER 25
CALL () {
  UNWIND $items AS x
  MATCH (n:Item {brain: $brain, path: x.path, key: x.key})
  RETURN DISTINCT n
}
WITH n, $forgotten AND EXISTS { (n)-[:REMEMBERED_AS]->() } AS stays, n.expiresAt IS NULL OR n.expiresAt > datetime.realtime() AS lives
FOREACH (_ IN CASE WHEN stays THEN [] ELSE [1] END | DETACH DELETE n)
RETURN coalesce(sum(CASE WHEN lives AND NOT stays THEN 1 END), 0) AS deleted, coalesce(sum(CASE WHEN stays THEN 1 END), 0) AS kept
