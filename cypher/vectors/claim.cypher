// Takes or renews the lease of the vectors of a database, if no other process has it. The database's clock decides. Mode: WRITE.
// Parameters: $lease STRING (the fencing token), $owner STRING (host and process), $leaseMs INTEGER
// Returns one row, none on a new database: taken BOOLEAN, owner STRING and until DATETIME (of the lease that counts now)
CYPHER 25
MATCH (s:Schema {name: 'graphmem'})
SET s.lockedAt = timestamp()
WITH s, datetime.realtime() AS now
WITH s, now, coalesce(s.leaseUntil < now, true) OR s.lease = $lease AS free
FOREACH (x IN CASE WHEN free THEN [1] ELSE [] END |
  SET s.lease = $lease, s.owner = $owner, s.leaseUntil = now + duration({milliseconds: $leaseMs}))
RETURN free AS taken, s.owner AS owner, s.leaseUntil AS until
