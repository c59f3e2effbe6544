// Stage 7: the entities, names, values, types and relations of a commit.
// Mode: WRITE, after begin_commit. Parameters (times are RFC 3339 texts, which the driver sends faster than datetimes):
//   $brain STRING, $token STRING (the brain's full-text token), $stamp DATETIME (of the commit's first record)
//   $entities [{id, key, create MAP, at, vector, n}], $seen [{id, occurredAt, externalId, name, type (stated now, guessed before), n}],
//   $aliases [{norm, id, name, entityId, guess, n}], $values [{key, create, n}], $types [{name, create, count}],
//   $relations [{name, create, cardinality, cardinalitySource, count}], $mentioned [{episodeId, entityId}],
//   $names LIST<STRING> (normalised names of entities that values may have)
// Returns one row: rules [{name, cardinality, per, symmetric, watched, changed BOOLEAN}] (of the relations; changed: their
// cardinality is another now), valued LIST<STRING> (of $names, those that values have)
CYPHER 25 replan=skip
WITH $stamp AS stamp
CALL (stamp) {
  UNWIND $entities AS x
  MERGE (e:Entity {brain: $brain, key: x.key})
    ON CREATE SET e += x.create, e.embedding = toFloatList(x.vector), e.recordedAt = stamp + duration({microseconds: x.n}),
      e.firstSeenAt = datetime(x.at), e.lastSeenAt = datetime(x.at)
}
CALL (stamp) {
  UNWIND $seen AS x
  WITH stamp, x, datetime(x.occurredAt) AS occurredAt
  CALL (x) {
    MATCH (e:Entity {brain: $brain, id: x.id})
    RETURN e
  }
  FOREACH (was IN CASE WHEN x.name <> e.name THEN [e.name] ELSE [] END |
    SET e.namesWas = coalesce(e.namesWas, []) + was, e.namesUntil = coalesce(e.namesUntil, []) + (stamp + duration({microseconds: x.n})))
  SET e.lastSeenAt = CASE WHEN e.lastSeenAt >= occurredAt THEN e.lastSeenAt ELSE occurredAt END,
      e.firstSeenAt = CASE WHEN e.firstSeenAt <= occurredAt THEN e.firstSeenAt ELSE occurredAt END,
      e.externalId = coalesce(e.externalId, x.externalId), e.name = coalesce(x.name, e.name),
      e.type = coalesce(x.type, e.type), e.typeGuessed = CASE WHEN x.type IS NULL THEN e.typeGuessed END
}
CALL (stamp) {
  UNWIND $aliases AS x
  CALL (x) {
    MATCH (e:Entity {brain: $brain, id: x.entityId})
    RETURN e
  }
  MERGE (a:Alias {brain: $brain, norm: x.norm}) ON CREATE SET a.id = x.id, a.name = x.name, a.brainToken = $token, a.recordedAt = stamp + duration({microseconds: x.n})
  WITH stamp, e, a, x, x.guess AS guess, COUNT { (a)-[:ALIAS_OF]->() } AS rank
  MERGE (a)-[r:ALIAS_OF]->(e) ON CREATE SET r.rank = rank, r.recordedAt = stamp + duration({microseconds: x.n}), r.guess = guess
    ON MATCH SET r.guess = CASE WHEN guess IS NULL THEN null ELSE r.guess END
}
CALL (stamp) {
  UNWIND $values AS x
  MERGE (v:Value {brain: $brain, key: x.key}) ON CREATE SET v += x.create, v.recordedAt = stamp + duration({microseconds: x.n})
}
CALL () {
  UNWIND $types AS x
  MERGE (t:EntityType {brain: $brain, name: x.name}) ON CREATE SET t += x.create, t.usageCount = 0
  SET t.usageCount = t.usageCount + x.count
}
CALL () {
  UNWIND $relations AS x
  MERGE (t:RelationType {brain: $brain, name: x.name}) ON CREATE SET t += x.create, t.usageCount = 0
  SET t.usageCount = t.usageCount + x.count
  // A seed and a person take precedence over a caller, and a caller over a model; among equals the first statement counts.
  WITH t, x, x.cardinality IS NOT NULL AND (t.cardinality IS NULL OR (t.cardinalitySource = 'model' AND x.cardinalitySource = 'caller')) AS heard
  WITH t, x, heard, heard AND t.usageCount > x.count AND coalesce(t.cardinality, 'many') <> x.cardinality AS changed
  FOREACH (said IN CASE WHEN heard THEN [x] ELSE [] END | SET t.cardinality = said.cardinality, t.cardinalitySource = said.cardinalitySource)
  RETURN collect(t {.name, .cardinality, .per, .symmetric, .watched, changed: changed}) AS rules
}
CALL () {
  UNWIND $mentioned AS x
  CALL (x) {
    MATCH (ep:Episode {brain: $brain, id: x.episodeId})
    RETURN ep
  }
  CALL (x) {
    MATCH (e:Entity {brain: $brain, id: x.entityId})
    RETURN e
  }
  MERGE (ep)-[:MENTIONS]->(e)
}
RETURN rules, [norm IN $names WHERE EXISTS { MATCH (v:Value {brain: $brain}) USING INDEX v:Value(brain, key) WHERE v.key STARTS WITH norm + '#' } | norm] AS valued
