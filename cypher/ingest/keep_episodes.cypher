// Episodes from which nothing is extracted, many in one transaction, each as ingest/store_episode stores one: in their order,
// linked to their neighbours in the session, the ones of this call included. Times are RFC 3339 texts.
// Parameters: $brain STRING, $token STRING, $episodes [{id, idempotencyKey, bodyHash, props MAP, occurredAt, dated, turn}]
// Returns rows as ingest/store_episode, with i (the position in $episodes) and gone BOOLEAN (what the key belonged to was
// forgotten: nothing was stored)
CYPHER 25 replan=skip
MERGE (b:Brain {id: $brain})
  ON CREATE SET b.revision = 0, b.createdAt = datetime.realtime(), b.lastRecordedAt = datetime('0001-01-01T00:00:00Z')
SET b.lockedAt = timestamp()
WITH b, datetime.truncate('microsecond', datetime.realtime()) AS clock
WITH b, CASE WHEN clock > b.lastRecordedAt THEN clock ELSE b.lastRecordedAt + duration({microseconds: 1}) END AS begin
SET b.lastRecordedAt = begin + duration({microseconds: size($episodes) - 1})
WITH b.settings AS settings, begin
UNWIND range(0, size($episodes) - 1) AS i
WITH settings, i, $episodes[i] AS x, begin + duration({microseconds: i}) AS stamp
CALL (x, stamp) {
  OPTIONAL MATCH (old:Episode {brain: $brain, idempotencyKey: x.idempotencyKey})
  OPTIONAL MATCH (forgotten:Forgotten {brain: $brain, idempotencyKey: x.idempotencyKey})
  WITH x, stamp, old, forgotten IS NOT NULL AS gone
  CALL (x, stamp, old, gone) {
    WITH x, stamp, old, gone WHERE old IS NULL AND NOT gone
    CREATE (ep:Episode {brain: $brain, id: x.id})
    SET ep += x.props, ep.occurredAt = datetime(x.occurredAt), ep.idempotencyKey = x.idempotencyKey, ep.bodyHash = x.bodyHash,
        ep.recordedAt = stamp, ep.brainToken = $token, ep.turn = x.turn, ep.leaseUntil = datetime.realtime()
    WITH ep, x
    CALL (ep) {
      // include: ingest/in_session
    }
    SET ep.baseText = x.dated + coalesce('\n' + left(before[0].turn, 400), '') + '\n' + x.turn
    SET ep.searchText = ep.baseText, ep.late = CASE WHEN EXISTS { (ep)-[:NEXT]->() } THEN true END
    RETURN ep, [one IN before | one.turn] AS previous, ep.late AS late
    UNION
    WITH old WHERE old IS NOT NULL
    RETURN old AS ep, COLLECT { MATCH way = (old)<-[:NEXT*1..2]-(p:Episode) RETURN p.turn ORDER BY length(way) } AS previous, null AS late
    UNION
    WITH old, gone WHERE old IS NULL AND gone
    RETURN null AS ep, [] AS previous, null AS late
  }
  RETURN ep, previous, late, old IS NOT NULL AS replayed, gone
}
RETURN i, ep.id AS id, ep.recordedAt AS recordedAt, replayed, ep.status AS status, ep.result AS result, ep.bodyHash AS bodyHash,
       previous, settings, late, gone
