// A fragment: an entity of a pair. To be included in a CALL (n). Variables: n NODE. Parameters: none. Returns: paired MAP
RETURN n {.id, .key, .name, .type, .externalId,
  names: [n.name] + COLLECT { MATCH (n)<-[r:ALIAS_OF]-(a:Alias) WHERE a.name <> n.name RETURN a.name ORDER BY r.recordedAt, a.norm LIMIT 20 },
  facts: COUNT { (n)-[:FACT]-() },
  texts: COLLECT { MATCH (n)-[f:FACT]-() RETURN f.factText ORDER BY f.importance DESC, f.factId LIMIT 5 }} AS paired
