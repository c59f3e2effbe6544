// Removes some thousand nodes of a brain; to be repeated until nothing is left. The brain's own node, which is the lock, goes
// last.
// Mode: WRITE. Parameters: $brain STRING, $limit INTEGER (nodes of each label)
// Returns one row: gone INTEGER
CYPHER 25
OPTIONAL MATCH (b:Brain {id: $brain})
SET b.lockedAt = timestamp()
WITH b
CALL () {
  CALL () { MATCH (n:Episode {brain: $brain}) WHERE n.id >= '' WITH n LIMIT $limit DETACH DELETE n RETURN count(*) AS c }
  RETURN c
  UNION ALL
  CALL () { MATCH (n:Chunk {brain: $brain}) WHERE n.id >= '' WITH n LIMIT $limit DETACH DELETE n RETURN count(*) AS c }
  RETURN c
  UNION ALL
  CALL () { MATCH (n:Statement {brain: $brain}) WHERE n.id >= '' WITH n LIMIT $limit DETACH DELETE n RETURN count(*) AS c }
  RETURN c
  UNION ALL
  CALL () { MATCH (n:Entity {brain: $brain}) WHERE n.id >= '' WITH n LIMIT $limit DETACH DELETE n RETURN count(*) AS c }
  RETURN c
  UNION ALL
  CALL () { MATCH (n:Value {brain: $brain}) WHERE n.id >= '' WITH n LIMIT $limit DETACH DELETE n RETURN count(*) AS c }
  RETURN c
  UNION ALL
  CALL () { MATCH (n:Alias {brain: $brain}) WHERE n.norm >= '' WITH n LIMIT $limit DETACH DELETE n RETURN count(*) AS c }
  RETURN c
  UNION ALL
  CALL () { MATCH (n:FactRef {brain: $brain}) WHERE n.factId >= '' WITH n LIMIT $limit DETACH DELETE n RETURN count(*) AS c }
  RETURN c
  UNION ALL
  CALL () { MATCH (n:EntityType {brain: $brain}) WHERE n.name >= '' WITH n LIMIT $limit DETACH DELETE n RETURN count(*) AS c }
  RETURN c
  UNION ALL
  CALL () { MATCH (n:RelationType {brain: $brain}) WHERE n.name >= '' WITH n LIMIT $limit DETACH DELETE n RETURN count(*) AS c }
  RETURN c
  UNION ALL
  CALL () { MATCH (n:Answer {brain: $brain}) WHERE n.key >= '' WITH n LIMIT $limit DETACH DELETE n RETURN count(*) AS c }
  RETURN c
  UNION ALL
  CALL () { MATCH (n:Forgotten {brain: $brain}) WHERE n.id >= '' WITH n LIMIT $limit DETACH DELETE n RETURN count(*) AS c }
  RETURN c
}
WITH b, sum(c) AS nodes
WITH b, nodes, CASE WHEN nodes = 0 AND b IS NOT NULL THEN 1 ELSE 0 END AS last
FOREACH (x IN CASE WHEN last = 1 THEN [b] ELSE [] END | DELETE x)
RETURN nodes + last AS gone
