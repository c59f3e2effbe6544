// Stage 7, first statement: take the lock, check the revision, set the system time, write the plan. All or nothing.
// Parameters:
//   $brain STRING, $token STRING (the brain's full-text token)
//   $revision INTEGER|null   the revision at which the reads were made; null if the lock was taken before reading
//   $commits INTEGER         number of commits that it counts for: one per episode of a group commit
//   $episodes [{id, lease|null}]  the episodes of the commit, with the fencing tokens of the workers that hold them; nothing is
//                            written if one of them is extracted already
//   $records INTEGER         number of records that share this commit; record n is stamped n microseconds after the first
//   (times below are RFC 3339 texts, which the driver sends faster than datetimes)
//   $entities [{id, key, create MAP, at, vector, n}], $seen [{id, occurredAt, externalId, name, type (stated now, guessed before), n}],
//   $aliases [{norm, id, name, entityId, guess, n}],
//   $values [{key, create, n}], $relations [{name, create, cardinality, cardinalitySource, count}],
//   $types [{name, create, count}]
//   $mentioned [{episodeId, entityId}]
//   $withdrawals [{subjectId, relation, objectId, by, reason, action, saidAt, n, i, secondHand BOOLEAN,
//   confidence}]: action = the statements that it withdraws; saidAt STRING: only those that were said by then and lie after it
//                            rows of denial i; a denial of a symmetric relation has both directions
//   $statements [{n, episodeId, props MAP, at, until, occurredAt, because}]
//                            because: the id of the statement that an end rests on, or null
//   $conditions [{statementId, waits, relation, relationType MAP, create MAP}]  what the statements rest on or wait for
//   $links [{never, names}]  names of entities whose values become links to them, as in link_values.cypher
//   $said [{name, said}]     statements that may become facts without derivation, as in settle_new.cypher
//   $pairs [{subjectId, relation, objectId, n, said}]  what to settle; of every group only what its first record touched;
//                            said: ids of the statements of this commit in it. What settle_new has settled is left out
//   $vectors MAP, $deferred BOOLEAN (true), $limits MAP ({})  as in procedures/settle.cypher
//   $boosted [{id, by}]      known facts that were repeated or are similar, and their gain in stability, up to 1
// Returns: revision, recordedAt, recomputed (relations whose cardinality changed), withdrawn (the i of every denial that
// matched a statement), reopened [{subjectId, relation, objectId, at}] (facts that a denied fact had ended, to be settled),
// linked (as in link_values.cypher, to be settled), settled (as in settle_new.cypher), groups (rows of procedures/settle.cypher). No row = another writer was faster, or an
// episode is extracted already. revision is the revision of the last of its commits.
CYPHER 25 replan=skip
// include: ingest/lock_brain
// A brain that was deleted and made anew may have come to the same revision: what the plan read has to be there still.
WITH b WHERE $revision IS NULL OR (b.revision = $revision AND none(x IN $entities WHERE EXISTS { MATCH (there:Entity {brain: $brain, key: x.key}) USING INDEX there:Entity(brain, key) })
  AND all(x IN $seen WHERE EXISTS { MATCH (there:Entity {brain: $brain, id: x.id}) USING INDEX there:Entity(brain, id) } OR x.id IN [e IN $entities | e.create.id])
  AND none(x IN $values WHERE EXISTS { MATCH (v:Value {brain: $brain, key: x.key}) USING INDEX v:Value(brain, key) WHERE v.id <> x.create.id }))
WITH b WHERE all(x IN $episodes WHERE EXISTS { MATCH (ep:Episode {brain: $brain, id: x.id}) USING INDEX ep:Episode(brain, id) WHERE ep.status <> 'extracted' AND (x.lease IS NULL OR ep.lease = x.lease) })
WITH b, datetime.truncate('microsecond', datetime.realtime()) AS clock
WITH b, CASE WHEN clock > b.lastRecordedAt THEN clock ELSE b.lastRecordedAt + duration({microseconds: 1}) END AS stamp
SET b.revision = b.revision + $commits, b.lastRecordedAt = stamp + duration({microseconds: $records - 1}), b.commitBegunAt = stamp
WITH b.revision AS revision, stamp
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
  WITH t, changed WHERE changed
  RETURN collect(t.name) AS recomputed
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
CALL () {
  UNWIND $boosted AS x
  CALL (x) {
    MATCH ()-[f:FACT {brain: $brain, factId: x.id}]->()
    RETURN f
  }
  SET f.stability = CASE WHEN coalesce(f.stability, 0.1) + x.by > 1 THEN 1.0 ELSE coalesce(f.stability, 0.1) + x.by END
}
CALL (stamp) {
  UNWIND $statements AS x
  CREATE (s:Statement)
  SET s = x.props, s.brain = $brain, s.brainToken = $token, s.recordedAt = stamp + duration({microseconds: x.n}),
      s.at = datetime(x.at), s.until = datetime(x.until), s.occurredAt = datetime(x.occurredAt)
  WITH s, x WHERE x.episodeId IS NOT NULL
  CALL (x) {
    MATCH (ep:Episode {brain: $brain, id: x.episodeId})
    RETURN ep
  }
  CREATE (ep)-[:STATES]->(s)
}
CALL () {
  UNWIND [x IN $statements WHERE x.because IS NOT NULL] AS x
  MATCH (e:Statement {brain: $brain, id: x.props.id})
  MATCH (s:Statement {brain: $brain, id: x.because})
  CREATE (e)-[:BECAUSE_OF]->(s)
}
CALL () {
  UNWIND $conditions AS x
  MATCH (s:Statement {brain: $brain, id: x.statementId})
  CREATE (c:Condition)
  SET c = x.create
  FOREACH (waits IN CASE WHEN x.waits THEN [1] ELSE [] END | CREATE (s)-[:STARTS_WHEN]->(c))
  FOREACH (rests IN CASE WHEN x.waits THEN [] ELSE [1] END | CREATE (s)-[:HOLDS_WHILE]->(c))
  MERGE (t:RelationType {brain: $brain, name: x.relation}) ON CREATE SET t += x.relationType, t.usageCount = 0
  SET t.watched = true
}
// A denial withdraws statements of earlier records, also of this commit, and ends that a judge found because of them.
CALL (stamp) {
  UNWIND $withdrawals AS x
  CALL (x) {
    MATCH (s:Statement {brain: $brain, subjectId: x.subjectId, relation: x.relation, objectId: x.objectId})
    USING INDEX s:Statement(brain, subjectId, relation, objectId)
    RETURN s
  }
  WITH stamp, x, s
  WHERE s.withdrawnAt IS NULL AND s.action = x.action AND NOT (x.secondHand AND s.secondHand IS NULL AND s.confidence > x.confidence)
    AND (x.saidAt IS NULL OR s.at > datetime(x.saidAt) AND s.occurredAt <= datetime(x.saidAt))
    AND s.recordedAt < stamp + duration({microseconds: x.n})
  WITH stamp, s, x ORDER BY x.n
  WITH stamp, s, head(collect(x)) AS x
  SET s.withdrawnAt = stamp + duration({microseconds: x.n}), s.withdrawnBy = x.by, s.withdrawnReason = x.reason
  RETURN collect(DISTINCT x.i) AS withdrawn, collect(s) AS denied
}
CALL (denied) {
  UNWIND denied AS s
  CALL (s) {
    // include: procedures/judged_ends
  }
  SET e.withdrawnAt = s.withdrawnAt, e.withdrawnBy = s.withdrawnBy, e.withdrawnReason = s.withdrawnReason
  RETURN collect(DISTINCT e {.subjectId, .relation, .objectId, at: e.withdrawnAt}) AS reopened
}
CALL (stamp) {
  // include: ingest/link_values
}
CALL (stamp) {
  // include: ingest/settle_new
}
WITH revision, stamp, recomputed, withdrawn, reopened, linked, settled, [x IN $pairs WHERE none(id IN x.said WHERE id IN [one IN settled | one[0]]) |
  x {.subjectId, .relation, .objectId, recordedAt: stamp + duration({microseconds: x.n}), among: null}] AS pairs
CALL (pairs) {
  CALL (pairs) {
    UNWIND pairs AS pair
    // include: procedures/settle_groups
  }
  RETURN collect({stamp: stamp, changes: changes, resting: resting, ties: ties, open: open, held: held, dependents: dependents}) AS groups
}
WITH *, [{stamp: stamp, changes: [x IN settled | {change: 'added', factId: x[0]}]}] + groups AS rows, [x IN $entities | x.create.id] AS made
MATCH (b:Brain {id: $brain})
CALL (b, rows, made) {
  // include: feed/append
}
RETURN revision, stamp AS recordedAt, recomputed, withdrawn, reopened, linked, settled, groups
