// An entity as it was known at a system time: its names, the entity it had been merged into, and the number of its facts.
// Parameters: $brain STRING, $id STRING, $known DATETIME. Returns: entity MAP as explore/entity_row
CYPHER 25
MATCH (e:Entity {brain: $brain, id: $id})
WITH e, $known AS known
CALL (e, known) {
  // include: entities/survivor
}
RETURN e {.id, .key, .name, .namesWas, .namesUntil, .type, .externalId, .summary, .properties, .firstSeenAt, .lastSeenAt,
  mergedInto: CASE WHEN survivor = e THEN null ELSE survivor.id END,
  factCount: COUNT { (e)-[f:FACT]-() WHERE f.recordedAt <= known } + COUNT { (e)-[w:FACT_WAS]-() WHERE w.recordedAt <= known AND known < w.expiredAt },
  aliases: COLLECT {
    CALL (e, known) {
      // include: entities/merge_closure_as_of
    }
    MATCH (a:Alias)-[r:ALIAS_OF|ALIAS_WAS]->(one)
    WHERE r.of IS NULL AND r.recordedAt <= known AND coalesce(known < r.removedAt, true)
    RETURN a.name ORDER BY r.recordedAt, a.norm LIMIT 100
  }} AS entity
