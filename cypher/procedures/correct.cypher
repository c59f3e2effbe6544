// graphmem.correct: a fact was never so, but otherwise: its statements are withdrawn, and a person's statement with the right values
// stands in their place. The door settles and cascades afterwards; restoring the old fact takes the new statement back.
//
// Mode: WRITE, inside a transaction that holds the brain's lock.
// Parameters: $brain STRING, $factId STRING, $statementId STRING (id of the new statement), $recordedAt DATETIME, $reason STRING|null,
// $relation STRING|null, $text STRING|null, $object MAP|null {id, key, said, create MAP, isEntity BOOLEAN, norm} (create: where nobody has
// the key yet), $token STRING, $from MAP|null {at DATETIME|null, precision}, $until MAP|null {at, precision}: null = as it was
// Returns one row: found, start, end (of the new statement), pairs [{subjectId, relation, objectId}] old and new; [] where nothing was
// written because it would end before it starts.
CYPHER 25
OPTIONAL MATCH ()-[f:FACT {brain: $brain, factId: $factId}]->()
OPTIONAL MATCH (said:Statement {brain: $brain, id: f.statementIds[-1]})
WITH f, said, CASE WHEN $from IS NULL THEN {at: f.tValid, precision: f.tValidPrecision} ELSE $from END AS start,
     CASE WHEN $until IS NULL THEN {at: said.until, precision: said.untilPrecision} ELSE $until END AS end
WITH f, said, start, end, f IS NOT NULL AND coalesce(start.at < end.at, true) AS possible
CALL (possible) {
  WITH possible WHERE possible AND $object IS NOT NULL AND $object.isEntity
  MERGE (e:Entity {brain: $brain, key: $object.key})
    ON CREATE SET e += $object.create, e.embedding = toFloatList($object.vector), e.recordedAt = $recordedAt, e.firstSeenAt = $recordedAt, e.lastSeenAt = $recordedAt
  MERGE (a:Alias {brain: $brain, norm: $object.norm}) ON CREATE SET a.id = $object.norm, a.name = $object.said, a.brainToken = $token, a.recordedAt = $recordedAt
  WITH e, a, COUNT { (a)-[:ALIAS_OF]->() } AS rank
  MERGE (a)-[r:ALIAS_OF]->(e) ON CREATE SET r.rank = rank, r.recordedAt = $recordedAt
  SET r.byHand = true
  RETURN {id: e.id, key: e.key} AS o
  UNION
  WITH possible WHERE possible AND $object IS NOT NULL AND NOT $object.isEntity
  MERGE (v:Value {brain: $brain, key: $object.key}) ON CREATE SET v += $object.create, v.recordedAt = $recordedAt
  RETURN {id: v.id, key: v.key} AS o
  UNION
  WITH possible WHERE $object IS NULL OR NOT possible
  RETURN null AS o
}
OPTIONAL CALL (f, said, start, end, possible, o) {
  WITH * WHERE possible
  CREATE (s:Statement {brain: $brain, id: $statementId})
  SET s += said {about: said.id, .subjectId, .subjectKey, .subjectFrom, .subjectSaid, .objectId, .objectKey, .objectFrom, .objectSaid, .kind, .category, .importance, .importanceCategory},
      s.factId = $statementId, s.action = 'holds', s.relation = coalesce($relation, f.relation), s.text = coalesce($text, f.factText),
      s.at = start.at, s.atPrecision = start.precision, s.until = end.at, s.untilPrecision = end.precision, s.startStated = true,
      s.dated = 'said by a person', s.confidence = 1.0, s.origin = 'manual', s.occurredAt = $recordedAt, s.recordedAt = $recordedAt,
      s.comment = $reason, s.corrects = $factId, s.episodeIds = [], s.brainToken = $token
  FOREACH (x IN CASE WHEN o IS NULL THEN [] ELSE [o] END | SET s.objectId = x.id, s.objectKey = x.key, s.objectSaid = $object.said, s.objectFrom = null)
  RETURN s {.subjectId, .relation, .objectId} AS pair
}
CALL (f, possible) {
  WITH f WHERE possible
  UNWIND f.statementIds AS id
  MATCH (s:Statement {brain: $brain, id: id})
  SET s.withdrawnAt = $recordedAt, s.withdrawnReason = 'corrected', s.withdrawnBy = $statementId, s.comment = $reason
  RETURN count(s) AS withdrawn
}
RETURN f IS NOT NULL AS found, start.at AS start, end.at AS end,
  CASE WHEN pair IS NULL THEN [] ELSE [f {.subjectId, .relation, .objectId}, pair] END AS pairs
