// A fragment: an episode as a row. Variables: ep NODE. Parameters: none. Gives: episode MAP
ep {.id, .content, .kind, .role, .source, .speaker, .sessionId, .occurredAt, .recordedAt, .metadata, .tags, .externalId, .status,
  .error} AS episode
