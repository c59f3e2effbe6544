// The version marker of the schema. Parameters: none. Returns: version, embedder, dimensions; no row on a new database.
MATCH (s:Schema {name: 'graphmem'})
RETURN s.version AS version, s.embedder AS embedder, s.dimensions AS dimensions
