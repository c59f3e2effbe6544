// Writes the version marker. The first writer determines the version and the embedder.
// Parameters: $version INTEGER, $embedder STRING, $dimensions INTEGER. Returns: version, embedder, dimensions, slot STRING|null
MERGE (s:Schema {name: 'graphmem'})
  ON CREATE SET s.version = $version, s.embedder = $embedder, s.dimensions = $dimensions, s.createdAt = datetime.realtime()
RETURN s.version AS version, s.embedder AS embedder, s.dimensions AS dimensions, s.slot AS slot
