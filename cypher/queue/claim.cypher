// Takes episodes that are due: pending ones whose time has come, and those whose lease has expired. The database's clock
// decides. The rows are locked before their state is read again, so that each goes to one worker only.
// Parameters: $brain STRING|null (only this brain), $limit INTEGER (maximum number), $among INTEGER (picked at random among
// this many that have been due longest; $limit = strictly the longest), $lease STRING (the new fencing token), $leaseMs INTEGER
// Returns rows: seen INTEGER (number that looked due), and those of ingest/request_row with brain, attempts, waiting; or one
// row with id null if none was free
CYPHER 25
WITH datetime.realtime() AS now
CALL (now) {
  MATCH (due:Episode)
  WHERE due.status = 'pending' AND due.leaseUntil <= now AND ($brain IS NULL OR due.brain = $brain)
  RETURN due.brain AS home, due.id AS own, due.leaseUntil AS at ORDER BY at LIMIT $among
  UNION ALL
  MATCH (due:Episode)
  WHERE due.status = 'extracting' AND due.leaseUntil < now AND ($brain IS NULL OR due.brain = $brain)
  RETURN due.brain AS home, due.id AS own, due.leaseUntil AS at ORDER BY at LIMIT $among
}
WITH now, home, own, at ORDER BY at LIMIT $among
WITH now, home, own ORDER BY CASE WHEN $among > $limit THEN rand() ELSE 0 END LIMIT $limit
WITH now, home, own ORDER BY home, own
WITH now, collect({brain: home, id: own}) AS wanted
CALL (wanted) {
  UNWIND wanted AS x
  MATCH (held:Episode {brain: x.brain, id: x.id})
  SET held.lockedAt = timestamp()
  RETURN count(held) AS locked
}
OPTIONAL CALL (now, wanted) {
  UNWIND wanted AS x
  MATCH (ep:Episode {brain: x.brain, id: x.id})
  WHERE (ep.status = 'pending' AND ep.leaseUntil <= now) OR (ep.status = 'extracting' AND ep.leaseUntil < now)
  SET ep.status = 'extracting', ep.lease = $lease, ep.leaseUntil = datetime.realtime() + duration({milliseconds: $leaseMs}),
      ep.attempts = ep.attempts + 1, ep.waitsFor = null, ep.lockedAt = null
  WITH ep
  MATCH (b:Brain {id: ep.brain})
  RETURN ep.brain AS brain, ep.attempts AS attempts, ep.waiting AS waiting, ep.lease AS lease,
  // include: ingest/request_row
}
RETURN *, size(wanted) AS seen
