// Notes the details of sentences that procedures wrote.
// Mode: WRITE, under the brain's lock. Parameters: $brain STRING, $rows [{id, details LIST<STRING>|null}]
CYPHER 25
UNWIND $rows AS x
MATCH (s:Statement {brain: $brain, id: x.id})
SET s.details = x.details
