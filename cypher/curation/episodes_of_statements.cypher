// The episodes of some statements. Parameters: $brain STRING, $statements LIST<STRING>
// Returns rows: id
CYPHER 25
UNWIND $statements AS id
MATCH (ep:Episode)-[:STATES]->(:Statement {brain: $brain, id: id})
RETURN DISTINCT ep.id AS id
