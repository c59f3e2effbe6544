// graphmem.correct: a fact was never true as stored: its statements are withdrawn, and a person's statement with the right
// values takes their place. The Java procedure settles and cascades afterwards. Restoring the old fact takes the new statement
// back.
//
// Mode: WRITE, inside a transaction that holds the brain's lock.
// Parameters: $brain STRING, $factId STRING, $statementId STRING (id of the new statement), $recordedAt DATETIME,
// $reason STRING|null, $relation STRING|null, $text STRING|null, $details LIST<STRING>|null (what that text says beside the
// fact), $object MAP|null {id, key, said, create MAP, isEntity BOOLEAN, norm} (create: if no entity or value has the key), $token STRING, $from MAP|null {at DATETIME|null, precision},
// $until MAP|null {at, precision}: null = as it was
// Returns one row: found, start, end (of the new fact, as far as they are stated), pairs [{subjectId, relation, objectId}]:
// the old and the new one, and those that a judge had ended because of the fact, if it is about something else now; [] if
// nothing was written because the fact would end before it starts; made LIST<STRING> (id of the entity that was made for the object).
//
// The start, if none is given, stays assumed if it was. firstSaidAt is when the earliest of the corrected statements was said, whose
// place in the order of saying it takes: a correction is no news.
// The end, if none is given: an end by another statement stays an end. Of the ends of the fact's own statements only the
// latest is stated again (a fact with an assumed start is bound by the end that another statement gives). If nothing would end
// the right fact, because its value or its relation is another or because it had ended with its evidence, its end is stated. A
// given later end replaces a stated end, which is withdrawn too; restoring brings it back.
CYPHER 25
OPTIONAL MATCH ()-[f:FACT {brain: $brain, factId: $factId}]->(old)
WITH f, old, COLLECT { UNWIND f.statementIds AS id MATCH (s:Statement {brain: $brain, id: id}) RETURN s } AS members
WITH f, members, head([s IN members WHERE s.id = f.statementIds[-1]]) AS said,
     coalesce($relation <> f.relation, false) AS moved, coalesce($object.key <> old.key, false) AS another,
     coalesce(f.closedReason, '') IN ['retracted', 'contradicted'] AS ended
WITH f, said, ended, moved, another,
     CASE f.closedReason WHEN 'superseded' THEN NOT moved ELSE ended AND NOT moved AND NOT another END AS cut,
     [s IN members WHERE s.until IS NOT NULL OR coalesce(s.startStated, true)
       OR none(x IN members WHERE coalesce(x.at <= s.at, true) AND coalesce(s.at < x.until, false))] AS bounds
WITH f, said, ended, moved, another, CASE WHEN $from IS NULL THEN {at: f.tValid, precision: f.tValidPrecision} ELSE $from END AS start,
     CASE WHEN $until IS NOT NULL THEN $until
          WHEN cut THEN reduce(last = {at: bounds[0].until, precision: bounds[0].untilPrecision}, s IN bounds |
            CASE WHEN last.at IS NULL OR s.until <= last.at THEN last ELSE {at: s.until, precision: s.untilPrecision} END)
          ELSE {at: f.tInvalid, precision: f.tInvalidPrecision} END AS end
WITH f, said, ended, moved, another, start, CASE WHEN $until IS NULL AND ended AND coalesce(f.tInvalid <= start.at, false)
       THEN {at: f.tInvalid, precision: f.tInvalidPrecision} ELSE end END AS end
WITH f, said, ended, moved, another, start, end, f IS NOT NULL AND coalesce(start.at < end.at, true) AS possible
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
OPTIONAL CALL (f, said, moved, another, start, end, possible, o) {
  WITH *, head(COLLECT {
    UNWIND f.statementIds AS id
    MATCH (m:Statement {brain: $brain, id: id})
    WITH m, coalesce(m.firstSaidAt, m.occurredAt) AS at ORDER BY at, coalesce(m.order, 0) LIMIT 1
    RETURN {at: at, order: m.order}
  }) AS first WHERE possible
  CREATE (s:Statement {brain: $brain, id: $statementId})
  SET s += said {about: said.id, .kind, .category, .importance, .importanceCategory},
      s += CASE WHEN said.subjectId = f.subjectId THEN said {.subjectKey, .subjectFrom, .subjectSaid, .objectKey, .objectFrom, .objectSaid}
                ELSE {subjectKey: said.objectKey, subjectFrom: said.objectFrom, subjectSaid: said.objectSaid,
                      objectKey: said.subjectKey, objectFrom: said.subjectFrom, objectSaid: said.subjectSaid} END,
      s.subjectId = f.subjectId, s.objectId = f.objectId, s.factId = $statementId, s.action = 'holds', s.relation = coalesce($relation, f.relation), s.text = coalesce($text, f.factText), s.details = $details,
      s.verdict = CASE WHEN moved OR another THEN null ELSE head(COLLECT { UNWIND f.statementIds AS id MATCH (m:Statement {brain: $brain, id: id}) WHERE m.text = coalesce($text, f.factText) AND m.verdict IS NOT NULL RETURN m.verdict }) END,
      s.at = start.at, s.atPrecision = start.precision, s.until = end.at, s.untilPrecision = end.precision, s.startStated = CASE WHEN $from IS NULL THEN f.startStated ELSE true END,
      s.dated = 'said by a person', s.confidence = 1.0, s.origin = 'manual', s.occurredAt = $recordedAt, s.recordedAt = $recordedAt,
      s.comment = $reason, s.corrects = $factId, s.firstSaidAt = first.at, s.order = first.order, s.episodeIds = [], s.brainToken = $token
  FOREACH (x IN CASE WHEN o IS NULL THEN [] ELSE [o] END | SET s.objectId = x.id, s.objectKey = x.key, s.objectSaid = $object.said, s.objectFrom = null)
  RETURN s {.subjectId, .relation, .objectId} AS pair
}
CALL (f, ended, possible) {
  WITH f WHERE possible AND ended AND $until IS NOT NULL AND coalesce(f.tEnd < $until.at, true)
  CALL (f) {
    // include: procedures/stated_ends
  }
  WITH f, s WHERE s.withdrawnAt IS NULL AND s.at = f.tEnd
  SET s.withdrawnAt = $recordedAt, s.withdrawnReason = 'corrected', s.withdrawnBy = $statementId, s.comment = $reason
  RETURN count(s) AS ends
}
CALL (f, possible) {
  WITH f WHERE possible
  UNWIND f.statementIds AS id
  MATCH (s:Statement {brain: $brain, id: id})
  SET s.withdrawnAt = $recordedAt, s.withdrawnReason = 'corrected', s.withdrawnBy = $statementId, s.comment = $reason
  RETURN collect(s) AS withdrawn
}
CALL (withdrawn, moved, another) {
  UNWIND CASE WHEN moved OR another THEN [] ELSE withdrawn END AS s
  MATCH (s)<-[:BECAUSE_OF]-(e:Statement) WHERE e.withdrawnAt IS NULL
  MATCH (right:Statement {brain: $brain, id: $statementId})
  MERGE (e)-[:BECAUSE_OF]->(right)
}
CALL (withdrawn) {
  UNWIND withdrawn AS s
  CALL (s) {
    // include: procedures/judged_ends
  }
  SET e.withdrawnAt = $recordedAt, e.withdrawnReason = 'corrected', e.withdrawnBy = $statementId, e.comment = $reason
  RETURN collect(DISTINCT e {.subjectId, .relation, .objectId}) AS reopened
}
RETURN f IS NOT NULL AS found, start.at AS start, end.at AS end,
  CASE WHEN pair IS NULL THEN [] ELSE [f {.subjectId, .relation, .objectId}, pair] + reopened END AS pairs,
  CASE WHEN pair IS NOT NULL AND $object.isEntity AND o.id = $object.create.id THEN [o.id] ELSE [] END AS made
