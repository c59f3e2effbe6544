// A fragment: the last time at which a brain recorded anything, and whether anything was said that waits for a change. To be
// included in a CALL ().
// Parameter: $q MAP, of which: brain STRING. Returns: last INTEGER|null (µs since 1970), waits BOOLEAN
OPTIONAL MATCH (b:Brain {id: $q.brain})
RETURN b.lastRecordedAt.epochSeconds * 1000000 + b.lastRecordedAt.microsecond AS last,
  EXISTS { MATCH (s:Statement {brain: $q.brain, waits: true}) USING INDEX SEEK s:Statement(brain, waits) } AS waits
