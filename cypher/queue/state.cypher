// The state of an episode that could not be committed. Parameters: $brain STRING, $id STRING
// Returns one row: status, result (JSON), forgottenAt; all null if it never existed
CYPHER 25
OPTIONAL MATCH (ep:Episode {brain: $brain, id: $id})
OPTIONAL MATCH (g:Forgotten {brain: $brain, id: $id})
RETURN ep.status AS status, ep.result AS result, g.forgottenAt AS forgottenAt
