// The clusters of a brain, as the job compares them with what they should be.
// Parameters: $brain STRING. Returns: id STRING, level INTEGER, parentId STRING|null, entityIds LIST<STRING>, basis STRING|null
CYPHER 25
MATCH (c:Cluster {brain: $brain}) WHERE c.id > ''
RETURN c.id AS id, c.level AS level, c.parentId AS parentId, c.entityIds AS entityIds, c.basis AS basis
ORDER BY id
