// A load has failed: its mark goes, and so does the brain if there was none before.
// Mode: WRITE. Parameters: $brain STRING
CYPHER 25
MATCH (b:Brain {id: $brain})
WITH b, b.loading STARTS WITH 'new ' AS isNew
FOREACH (_ IN CASE WHEN isNew THEN [] ELSE [1] END | REMOVE b.loading)
FOREACH (_ IN CASE WHEN isNew THEN [1] ELSE [] END | DELETE b)
