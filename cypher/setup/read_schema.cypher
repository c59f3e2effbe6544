// The version marker of the schema. Parameters: none.
// Returns: version, embedder, dimensions, slot STRING|null (of the vectors in use; null = the first), beside STRING|null and
// besideDimensions INTEGER|null (the embedder of the vectors in the other slot); no row on a new database.
MATCH (s:Schema {name: 'graphmem'})
RETURN s.version AS version, s.embedder AS embedder, s.dimensions AS dimensions, s.slot AS slot, s.beside AS beside,
  s.besideDimensions AS besideDimensions
