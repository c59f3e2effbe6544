// The proposals with some keys. Parameters: $brain STRING, $keys LIST<STRING>. Returns: key, evidence, status STRING
CYPHER 25
UNWIND $keys AS key
MATCH (p:Proposal {brain: $brain, key: key})
RETURN p.key AS key, p.evidence AS evidence, p.status AS status
