// Who speaks in the messages of a brain that are no assistant's, system's or tool's: at most three.
// Parameters: $brain STRING. Returns: speaker STRING|null (lower case)
CYPHER 25
MATCH (ep:Episode {brain: $brain}) WHERE ep.recordedAt > datetime('0001-01-01T00:00:00Z') AND ep.kind = 'message' AND ep.covers IS NULL
  AND ep.roles IS NULL AND (ep.role IS NULL OR toLower(ep.role) IN ['user', 'human'])
RETURN DISTINCT toLower(ep.speaker) AS speaker LIMIT 3
