// The observations that consolidate fading facts. Parameters: $brain STRING
// Returns: id, key, status STRING, factIds LIST<STRING>, basis STRING|null
CYPHER 25
MATCH (n:Observation {brain: $brain}) WHERE n.id > '' AND n.kind = 'consolidated'
RETURN n.id AS id, n.key AS key, n.status AS status, n.factIds AS factIds, n.basis AS basis
ORDER BY id
