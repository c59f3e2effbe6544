// A fragment: the last time at which a brain recorded anything. To be included in a CALL ().
// Parameter: $q MAP, of which: brain STRING. Returns: last INTEGER|null (µs since 1970)
OPTIONAL MATCH (b:Brain {id: $q.brain})
RETURN b.lastRecordedAt.epochSeconds * 1000000 + b.lastRecordedAt.microsecond AS last
