// Items by path and key. One that has expired is not there. Parameters: $brain STRING, $items LIST<MAP> {path and key STRING}
// Returns: i INTEGER (the position in $items), and as items/item_row
CYPHER 25
UNWIND range(0, size($items) - 1) AS i
WITH i, $items[i] AS x
MATCH (n:Item {brain: $brain, path: x.path, key: x.key})
WHERE n.expiresAt IS NULL OR n.expiresAt > datetime.realtime()
WITH i, n, null AS score
RETURN i,
// include: items/item_row
