// Stage 7: what new statements rest on or wait for.
// Mode: WRITE, after commit. Parameters: $brain STRING, $conditions [{statementId, waits, relation, relationType MAP, create MAP}]
CYPHER 25
UNWIND $conditions AS x
MATCH (s:Statement {brain: $brain, id: x.statementId})
CREATE (c:Condition)
SET c = x.create
FOREACH (waits IN CASE WHEN x.waits THEN [1] ELSE [] END | CREATE (s)-[:STARTS_WHEN]->(c))
FOREACH (rests IN CASE WHEN x.waits THEN [] ELSE [1] END | CREATE (s)-[:HOLDS_WHILE]->(c))
MERGE (t:RelationType {brain: $brain, name: x.relation}) ON CREATE SET t += x.relationType, t.usageCount = 0
SET t.watched = true
