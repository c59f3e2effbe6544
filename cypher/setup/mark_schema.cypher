// Writes the version marker; the embedder is fixed by the first writer.
// Parameters: $version INTEGER, $embedder STRING, $dimensions INTEGER. Returns: version, embedder, dimensions.
MERGE (s:Schema {name: 'graphmem'})
  ON CREATE SET s.embedder = $embedder, s.dimensions = $dimensions, s.createdAt = datetime.realtime()
SET s.version = $version, s.appliedAt = datetime.realtime()
RETURN s.version AS version, s.embedder AS embedder, s.dimensions AS dimensions
