// Creates the edges of an export with all their properties. An edge with a missing end is left out.
// Mode: WRITE. Parameters: $brain STRING, $rows LIST<MAP> {kind (the type), start and end LIST<STRING> (label and key),
// properties MAP, vector: a vector or null, line INTEGER}
// Returns one row: lines LIST<INTEGER> (of the created edges)
CYPHER 25
UNWIND $rows AS x
CALL (x) {
  UNWIND [x.start, x.end] AS e
  CALL (e) {
    WITH e WHERE e[0] = 'Episode' MATCH (n:Episode {brain: $brain, id: e[1]}) RETURN n
    UNION ALL
    WITH e WHERE e[0] = 'Chunk' MATCH (n:Chunk {brain: $brain, id: e[1]}) RETURN n
    UNION ALL
    WITH e WHERE e[0] = 'Statement' MATCH (n:Statement {brain: $brain, id: e[1]}) RETURN n
    UNION ALL
    WITH e WHERE e[0] = 'Condition' MATCH (n:Condition {brain: $brain, id: e[1]}) RETURN n
    UNION ALL
    WITH e WHERE e[0] = 'Entity' MATCH (n:Entity {brain: $brain, id: e[1]}) RETURN n
    UNION ALL
    WITH e WHERE e[0] = 'Value' MATCH (n:Value {brain: $brain, id: e[1]}) RETURN n
    UNION ALL
    WITH e WHERE e[0] = 'Alias' MATCH (n:Alias {brain: $brain, norm: e[1]}) RETURN n
    UNION ALL
    WITH e WHERE e[0] = 'Reextraction' MATCH (n:Reextraction {brain: $brain, id: e[1]}) RETURN n
    UNION ALL
    WITH e WHERE e[0] = 'SourceRetraction' MATCH (n:SourceRetraction {brain: $brain, id: e[1]}) RETURN n
    UNION ALL
    WITH e WHERE e[0] = 'Item' MATCH (n:Item {brain: $brain, id: e[1]}) RETURN n
    UNION ALL
    WITH e WHERE e[0] = 'FactRef' MATCH (n:FactRef {brain: $brain, factId: e[1]}) RETURN n
  }
  RETURN collect(n) AS ends
}
WITH x, ends[0] AS a, ends[1] AS b WHERE size(ends) = 2
CREATE (a)-[r:$(x.kind)]->(b)
SET r = x.properties, r.embedding = toFloatList(x.vector)
RETURN collect(x.line) AS lines
