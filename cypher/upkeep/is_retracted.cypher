// A fragment: whether a retraction of its source covers an episode. To be included in a CALL (ep). Variables: ep NODE. Parameters: $brain
// STRING. Returns: retracted BOOLEAN
RETURN ep.source IS NOT NULL AND EXISTS {
  MATCH (r:SourceRetraction {brain: $brain, source: ep.source})
  WHERE r.restoredAt IS NULL AND ep.recordedAt < r.recordedAt AND coalesce(ep.recordedAt >= r.since, true)
} AS retracted
