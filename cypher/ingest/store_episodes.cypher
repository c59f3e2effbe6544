// Stores episodes as they were sent, before any processing, in their order, and links them to their neighbours in the session,
// including those of this call. An episode that exists under its id stays as it is, so that the statement can be sent again.
// Times are RFC 3339 texts.
// Parameters: $brain STRING, $token STRING, $episodes [{id, idempotencyKey STRING|null, bodyHash STRING|null, props MAP
// (content, kind, role, source, speaker, sessionId, metadata, tags, externalId, status, ...), occurredAt, dated (date of the
// turn in words), turn (speaker and content), lease STRING|null (the token of a caller that extracts it at once), leaseMs
// INTEGER, soon BOOLEAN (no model is called: its words are indexed once, with the commit), pii STRING (the policy about personal data
// by which it was screened), servicePii STRING (that of brains without their own), audit MAP|null (a line of the audit log)}]
// Returns one row each: i (the position in $episodes), id, recordedAt, replayed (the key was used before), status, result,
// bodyHash, previous (texts of the two turns before it), settings (the brain's own, JSON), late (its session has later turns),
// gone (the episode of the key was forgotten: nothing was stored, and id is null), trust (of its source, as it was then; null = 1),
// turnsBefore INTEGER|null (turns of its session that were said at its moment before it; null = 0),
// policy STRING|null (not null: the brain has this other policy; nothing was stored, and id is null), spent (api/spent_today)
CYPHER 25
// include: ingest/lock_brain
WITH b, datetime.truncate('microsecond', datetime.realtime()) AS clock
WITH b, CASE WHEN clock > b.lastRecordedAt THEN clock ELSE b.lastRecordedAt + duration({microseconds: 1}) END AS begin
UNWIND range(0, size($episodes) - 1) AS i
WITH b, i, $episodes[i] AS x, begin + duration({microseconds: i}) AS stamp
CALL (b, x, stamp) {
  OPTIONAL MATCH (own:Episode {brain: $brain, id: x.id})
  OPTIONAL MATCH (same:Episode {brain: $brain, idempotencyKey: x.idempotencyKey})
  OPTIONAL MATCH (forgotten:Forgotten {brain: $brain, idempotencyKey: x.idempotencyKey})
  WITH b, x, stamp, own, coalesce(own, same) AS old, forgotten IS NOT NULL AS gone, coalesce(b.pii, x.servicePii) AS policy
  CALL (b, x, stamp, old, gone, policy) {
    WITH b, x, stamp, old, gone, policy WHERE old IS NULL AND NOT gone AND policy = x.pii
    SET b.lastRecordedAt = stamp
    FOREACH (line IN CASE WHEN x.audit IS NULL THEN [] ELSE [x.audit] END | CREATE (l:AuditLine {id: line.id}) SET l += line)
    OPTIONAL MATCH (source:Source {brain: $brain, id: x.props.source})
    CREATE (ep:Episode {brain: $brain, id: x.id})
    SET ep += x.props, ep.occurredAt = datetime(x.occurredAt), ep.idempotencyKey = x.idempotencyKey, ep.bodyHash = x.bodyHash,
        ep.recordedAt = stamp, ep.brainToken = $token, ep.turn = x.turn, ep.lease = x.lease, ep.trust = source.trust,
        ep.leaseUntil = datetime.realtime() + duration({milliseconds: x.leaseMs})
    WITH ep, x
    CALL (ep) {
      // include: ingest/link_in_session
    }
    SET ep.baseText = x.dated + coalesce('\n' + left(before[0].turn, 400), '') + '\n' + x.turn
    SET ep.searchText = CASE WHEN x.soon THEN null ELSE ep.baseText END, ep.late = CASE WHEN EXISTS { (ep)-[:NEXT]->() } THEN true END,
        ep.turnsBefore = CASE WHEN before[0].occurredAt = ep.occurredAt THEN coalesce(before[0].turnsBefore, 0) + 1 END
    RETURN ep, [one IN before | one.turn] AS previous
    UNION
    WITH old WHERE old IS NOT NULL
    RETURN old AS ep, COLLECT { MATCH way = (old)<-[:NEXT*1..2]-(p:Episode) RETURN p.turn ORDER BY length(way) } AS previous
    UNION
    WITH x, old, gone, policy WHERE old IS NULL AND (gone OR policy <> x.pii)
    RETURN null AS ep, [] AS previous
  }
  RETURN ep, previous, own IS NULL AND old IS NOT NULL AS replayed, ep IS NULL AND gone AS gone,
    CASE WHEN ep IS NULL AND NOT gone THEN policy END AS policy
}
RETURN i, ep.id AS id, ep.recordedAt AS recordedAt, replayed, ep.status AS status, ep.result AS result, ep.bodyHash AS bodyHash,
       previous, b.settings AS settings, ep.late AS late, gone, policy, ep.trust AS trust, ep.turnsBefore AS turnsBefore,
// include: api/spent_today
