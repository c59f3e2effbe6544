// Ends a failed load: removes its mark, and the brain if it did not exist before.
// Mode: WRITE. Parameters: $brain STRING
CYPHER 25
MATCH (b:Brain {id: $brain})
WITH b, b.loading STARTS WITH 'new ' AS isNew
FOREACH (_ IN CASE WHEN isNew THEN [] ELSE [1] END | REMOVE b.loading)
FOREACH (_ IN CASE WHEN isNew THEN [1] ELSE [] END | DELETE b)
