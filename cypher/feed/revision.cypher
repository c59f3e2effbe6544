// The latest revision of a brain. Parameters: $brain STRING. Returns: revision INTEGER; no row for an unknown brain
CYPHER 25
MATCH (b:Brain {id: $brain})
RETURN b.revision AS revision
