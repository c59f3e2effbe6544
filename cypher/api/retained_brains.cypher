// The brains with retention policies. Parameters: none. Returns rows: brain STRING
CYPHER 25
MATCH (b:Brain) WHERE b.retention IS NOT NULL
RETURN b.id AS brain ORDER BY brain
