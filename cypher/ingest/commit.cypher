// Stage 7, first statement: take the lock, check the state, set the system time, write nodes and statements. All or nothing.
// Mode: WRITE. Parameters (times are RFC 3339 texts, which the driver sends faster than datetimes):
//   $brain STRING, $token STRING (the brain's full-text token)
//   $state STRING|null       the brain's state when the reads were made (ingest/read_names); null if the lock was taken before
//   $commits INTEGER         number of commits that it counts for: one per episode of a group commit
//   $records INTEGER         number of records that share this commit; record n is stamped n microseconds after the first
//   $episodes [{id, lease|null}]  the episodes of the commit, with the fencing tokens of the workers that hold them
//   $entities [{create MAP, at, vector, n}] (new ones), $seen [{id, occurredAt, externalId, name, type (stated now, guessed before), n}],
//   $aliases [{norm, id, name, entityId, guess, n}], $values [{create, n}] (new ones), $types [{name, create, count}],
//   $relations [{name, create, cardinality, cardinalitySource, count}], $mentioned [{episodeId, entityId}],
//   $names LIST<STRING> (normalised names of entities that values may have)
//   $statements [{n, episodeId, props MAP, at, until, occurredAt}]
//   $boosted [{id, by}]      known facts that were repeated or are similar, and their gain in stability, up to 1
// Returns: revision (of the last of its commits), recordedAt, unsettled BOOLEAN (as procedures/lock), rules [{name, cardinality,
// per, symmetric, watched, changed BOOLEAN}] (of the relations; changed: their cardinality is another now), valued LIST<STRING>
// (of $names, those that values have). No row = another writer was faster, or an episode is extracted already. A new node that
// is there already breaks a constraint.
CYPHER 25
// include: ingest/lock_brain
WITH b WHERE $state IS NULL OR coalesce(toString(b.commitBegunAt), '') = $state
WITH b WHERE all(x IN $episodes WHERE EXISTS { MATCH (ep:Episode {brain: $brain, id: x.id}) USING INDEX SEEK ep:Episode(brain, id) WHERE ep.status <> 'extracted' AND (x.lease IS NULL OR ep.lease = x.lease) })
WITH b, datetime.truncate('microsecond', datetime.realtime()) AS clock
WITH b, CASE WHEN clock > b.lastRecordedAt THEN clock ELSE b.lastRecordedAt + duration({microseconds: 1}) END AS stamp
SET b.revision = b.revision + $commits, b.lastRecordedAt = stamp + duration({microseconds: $records - 1}), b.commitBegunAt = stamp
FOREACH (x IN $entities | CREATE (e:Entity)
  SET e = x.create, e.embedding = toFloatList(x.vector), e.recordedAt = stamp + duration({microseconds: x.n}),
      e.firstSeenAt = datetime(x.at), e.lastSeenAt = datetime(x.at))
FOREACH (x IN $values | CREATE (v:Value) SET v = x.create, v.recordedAt = stamp + duration({microseconds: x.n}))
FOREACH (x IN $types | MERGE (t:EntityType {brain: $brain, name: x.name}) ON CREATE SET t += x.create, t.usageCount = 0
  SET t.usageCount = t.usageCount + x.count)
WITH b, stamp
CALL (stamp) {
  UNWIND $seen AS x
  MATCH (e:Entity {brain: $brain, id: x.id}) USING INDEX SEEK e:Entity(brain, id)
  WITH stamp, x, e, datetime(x.occurredAt) AS occurredAt
  FOREACH (was IN CASE WHEN x.name <> e.name THEN [e.name] ELSE [] END |
    SET e.namesWas = coalesce(e.namesWas, []) + was, e.namesUntil = coalesce(e.namesUntil, []) + (stamp + duration({microseconds: x.n})))
  SET e.lastSeenAt = CASE WHEN e.lastSeenAt >= occurredAt THEN e.lastSeenAt ELSE occurredAt END,
      e.firstSeenAt = CASE WHEN e.firstSeenAt <= occurredAt THEN e.firstSeenAt ELSE occurredAt END,
      e.externalId = coalesce(e.externalId, x.externalId), e.name = coalesce(x.name, e.name),
      e.type = coalesce(x.type, e.type), e.typeGuessed = CASE WHEN x.type IS NULL THEN e.typeGuessed END
}
CALL (stamp) {
  UNWIND $aliases AS x
  MATCH (e:Entity {brain: $brain, id: x.entityId}) USING INDEX SEEK e:Entity(brain, id)
  MERGE (a:Alias {brain: $brain, norm: x.norm}) ON CREATE SET a.id = x.id, a.name = x.name, a.brainToken = $token, a.recordedAt = stamp + duration({microseconds: x.n})
  WITH stamp, e, a, x, COUNT { (a)-[:ALIAS_OF]->() } AS rank
  MERGE (a)-[r:ALIAS_OF]->(e) ON CREATE SET r.rank = rank, r.recordedAt = stamp + duration({microseconds: x.n}), r.guess = x.guess
    ON MATCH SET r.guess = CASE WHEN x.guess IS NULL THEN null ELSE r.guess END
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
  MATCH (ep:Episode {brain: $brain, id: x.episodeId}) USING INDEX SEEK ep:Episode(brain, id)
  MATCH (e:Entity {brain: $brain, id: x.entityId}) USING INDEX SEEK e:Entity(brain, id)
  MERGE (ep)-[:MENTIONS]->(e)
}
CALL (stamp) {
  UNWIND $statements AS x
  CREATE (s:Statement)
  SET s = x.props, s.brain = $brain, s.brainToken = $token, s.recordedAt = stamp + duration({microseconds: x.n}),
      s.at = datetime(x.at), s.until = datetime(x.until), s.occurredAt = datetime(x.occurredAt)
  WITH s, x WHERE x.episodeId IS NOT NULL
  MATCH (ep:Episode {brain: $brain, id: x.episodeId}) USING INDEX SEEK ep:Episode(brain, id)
  CREATE (ep)-[:STATES]->(s)
}
CALL () {
  UNWIND $boosted AS x
  MATCH ()-[f:FACT {brain: $brain, factId: x.id}]->()
  SET f.stability = CASE WHEN f.stability + x.by > 1 THEN 1.0 ELSE f.stability + x.by END
}
RETURN b.revision AS revision, stamp AS recordedAt, coalesce(b.unsettled, false) AS unsettled, rules,
  [norm IN $names WHERE EXISTS { MATCH (v:Value {brain: $brain}) USING INDEX SEEK v:Value(brain, key) WHERE v.key STARTS WITH norm + '#' } | norm] AS valued
