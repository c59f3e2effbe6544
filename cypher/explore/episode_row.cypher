// A fragment: an episode as a row. Variables: ep NODE. Parameters: none. Returns: episode MAP
ep {.id, .content, .kind, .role, .source, .speaker, .sessionId, .occurredAt, .recordedAt, .metadata, .tags, .externalId, .status,
  .error, .piiKinds, .emotion, .emotionIntensity, .emotionEnergy, entityCount: COUNT { (ep)-[m:MENTIONS]->() WHERE m.of IS NULL },
  edgeCount: COUNT { (ep)-[:STATES]->(s:Statement) WHERE s.action = 'holds' AND s.withdrawnAt IS NULL }} AS episode
