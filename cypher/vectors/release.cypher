// Ends the lease of the vectors of a database. Mode: WRITE. Parameters: $lease STRING
CYPHER 25
MATCH (s:Schema {name: 'graphmem'}) WHERE s.lease = $lease
SET s.lease = null, s.owner = null, s.leaseUntil = null
RETURN count(s) AS released
