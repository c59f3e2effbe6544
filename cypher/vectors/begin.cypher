// Notes which embedder makes the vectors beside those in use. Mode: WRITE.
// Parameters: $lease STRING, $embedder STRING, $dimensions INTEGER. Returns: begun INTEGER; 0 = the lease is lost
CYPHER 25
MATCH (s:Schema {name: 'graphmem'})
SET s.lockedAt = timestamp()
WITH s WHERE s.lease = $lease
SET s.beside = $embedder, s.besideDimensions = $dimensions
RETURN count(s) AS begun
