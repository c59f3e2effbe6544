// The episodes that items are remembered as. Parameters: $brain STRING, $items LIST<MAP> {path and key STRING}. Returns: id STRING
CYPHER 25
UNWIND $items AS x
MATCH (n:Item {brain: $brain, path: x.path, key: x.key})-[:REMEMBERED_AS]->(ep:Episode)
RETURN DISTINCT ep.id AS id
