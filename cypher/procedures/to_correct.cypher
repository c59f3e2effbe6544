// graphmem.correct, before it writes: the fact as it is, or was believed last, and the entities that its right object may be.
// Mode: READ. Parameters: $brain STRING, $factId STRING, $ref STRING|null (the right object; null = it stays), $norm STRING|null (it
// normalised)
// Returns one row: fact MAP {subjectId, subject, relation, object, objectId, objectKey, objectType, isEntity, tValid, tValidPrecision, tInvalid,
// factText, closedReason, closedBy} or null, found LIST<MAP> {how 0 id, 1 key, 2 name, guessed, id, key, name,
// into MAP {id, key, name} (it, or what it was merged into)}
CYPHER 25
OPTIONAL CALL () {
  MATCH (a)-[f:FACT {brain: $brain, factId: $factId}]->(b) RETURN a, f, b, 1 AS live
  UNION ALL
  MATCH (a)-[f:FACT_WAS {brain: $brain, factId: $factId}]->(b) RETURN a, f, b, 0 AS live ORDER BY f.expiredAt DESC LIMIT 1
}
WITH a, f, b ORDER BY live DESC LIMIT 1
WITH f, a, b, coalesce(f.expiredReason, 'revised') <> 'revised' AS left
WITH f {.subjectId, .relation, .objectId, .tValid, .tValidPrecision, .tInvalid, .factText,
  closedReason: CASE WHEN left THEN f.expiredReason ELSE f.closedReason END, closedBy: CASE WHEN left THEN f.expiredBy ELSE f.closedBy END, subject: a.name, object: coalesce(b.name, b.text), objectKey: b.key, objectType: b.type, isEntity: b:Entity} AS fact
RETURN fact, COLLECT {
  CALL () {
    MATCH (e:Entity {brain: $brain, id: $ref}) RETURN e, 0 AS how, false AS guessed
    UNION ALL
    MATCH (e:Entity {brain: $brain, key: $ref}) RETURN e, 1 AS how, false AS guessed
    UNION ALL
    MATCH (:Alias {brain: $brain, norm: $norm})-[r:ALIAS_OF]->(e:Entity) WHERE e.mergedInto IS NULL
    RETURN e, 2 AS how, r.guess IS NOT NULL AS guessed
  }
  WITH e, how, guessed, datetime('9999-12-31T00:00:00Z') AS known
  CALL (e, known) {
    // include: entities/survivor
  }
  RETURN {how: how, guessed: guessed, id: e.id, key: e.key, name: e.name, into: survivor {.id, .key, .name}} ORDER BY how
} AS found
