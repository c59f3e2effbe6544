// A brain is derived by today's rules. Mode: WRITE. Parameters: $brain STRING
MATCH (b:Brain {id: $brain})
SET b.outdated = null, b.derivedTo = null
