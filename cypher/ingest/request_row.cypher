// A fragment: an episode with what a replay needs. Variables: ep NODE, b NODE (the brain). Parameters: none.
// Returns: the episode's properties, previous (texts of the one or two turns before it, nearest first), settings (the brain's
// own), covers (not null: it is a session's summary), late (later turns of the session were stored before it), trust (of
// its source when it was stored; null = 1), turnsBefore (turns of its session that were said at its moment before it; null = 0), spent (of the brain; api/spent_today)
ep.id AS id, ep.content AS content, ep.kind AS kind, ep.role AS role, ep.source AS source, ep.speaker AS speaker,
ep.sessionId AS sessionId, ep.occurredAt AS occurredAt, ep.recordedAt AS recordedAt, ep.status AS status, ep.request AS request,
COLLECT { MATCH way = (ep)<-[:NEXT*1..2]-(p:Episode) RETURN p.turn ORDER BY length(way) } AS previous, b.settings AS settings, ep.covers AS covers, ep.late AS late, ep.trust AS trust, ep.turnsBefore AS turnsBefore,
// include: api/spent_today
