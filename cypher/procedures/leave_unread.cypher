// Marks a statement whose sentence a procedure wrote: the service finds its details and makes its vectors (docs/procedures.md).
// Mode: WRITE, inside a transaction that holds the brain's lock. Parameters: $brain STRING, $id STRING
CYPHER 25
MATCH (s:Statement {brain: $brain, id: $id})
SET s:Unread
