// The retention policies of a brain. Parameters: $brain STRING. Returns: retention STRING|null (JSON); no row for an unknown brain
CYPHER 25
MATCH (b:Brain {id: $brain})
RETURN b.retention AS retention
