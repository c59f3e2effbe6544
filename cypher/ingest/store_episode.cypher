// The episode is stored as it came, before anything else happens to it, and linked to its neighbours in the session.
// Parameters: $brain STRING, $id STRING, $idempotencyKey STRING|null, $bodyHash STRING|null, $props MAP (content, kind, role, source,
// speaker, sessionId, occurredAt, metadata, tags, externalId, status, ...), $dated STRING (date of the turn in words),
// $turn STRING (speaker and content), $token STRING, $lease STRING|null (the token of the caller who extracts it at once), $leaseMs INTEGER,
// $soon BOOLEAN (no model is waited for: the words come into the index once, with the commit)
// Returns: id, recordedAt, replayed (the same key came before), status, result, bodyHash, previous (texts of the two turns before
// it), settings (the brain's own, JSON), late (there are later turns in its session). No row = what the key belonged to was forgotten.
CYPHER 25 replan=skip
MERGE (b:Brain {id: $brain})
  ON CREATE SET b.revision = 0, b.createdAt = datetime.realtime(), b.lastRecordedAt = datetime('0001-01-01T00:00:00Z')
SET b.lockedAt = timestamp()
WITH b
OPTIONAL MATCH (old:Episode {brain: $brain, idempotencyKey: $idempotencyKey})
OPTIONAL MATCH (gone:Forgotten {brain: $brain, idempotencyKey: $idempotencyKey})
WITH b, old, datetime.truncate('microsecond', datetime.realtime()) AS clock WHERE gone IS NULL
WITH b, old, CASE WHEN clock > b.lastRecordedAt THEN clock ELSE b.lastRecordedAt + duration({microseconds: 1}) END AS stamp
CALL (b, old, stamp) {
  WITH b, stamp WHERE old IS NULL
  SET b.lastRecordedAt = stamp
  CREATE (ep:Episode {brain: $brain, id: $id})
  SET ep += $props, ep.idempotencyKey = $idempotencyKey, ep.bodyHash = $bodyHash, ep.recordedAt = stamp, ep.brainToken = $token, ep.turn = $turn,
      ep.lease = $lease, ep.leaseUntil = datetime.realtime() + duration({milliseconds: $leaseMs})
  WITH ep, stamp
  CALL (ep) {
    // include: ingest/in_session
  }
  SET ep.baseText = $dated + coalesce('\n' + left(before[0].turn, 400), '') + '\n' + $turn
  SET ep.searchText = CASE WHEN $soon THEN null ELSE ep.baseText END, ep.late = CASE WHEN EXISTS { (ep)-[:NEXT]->() } THEN true END
  RETURN ep, [x IN before | x.turn] AS previous
  UNION
  WITH old WHERE old IS NOT NULL
  RETURN old AS ep, [] AS previous
}
RETURN ep.id AS id, ep.recordedAt AS recordedAt, old IS NOT NULL AS replayed, ep.status AS status, ep.result AS result,
       ep.bodyHash AS bodyHash, previous, b.settings AS settings, ep.late AS late
