// A fragment: an entity as a row. Variables: e NODE. Parameters: none. Returns: entity MAP
RETURN e {.id, .key, .name, .type, .externalId, .summary, .importance, .properties, .firstSeenAt, .lastSeenAt, .mergedInto, .namesWas, .namesUntil,
  factCount: COUNT { (e)-[:FACT]-() },
  aliases: COLLECT { MATCH (e)<-[r:ALIAS_OF]-(a:Alias) WHERE a.name <> e.name RETURN a.name ORDER BY r.recordedAt, a.norm LIMIT 100 }} AS entity
