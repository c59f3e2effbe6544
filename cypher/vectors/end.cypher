// Notes that the vectors beside those in use are gone, who dropped them, when and why. Mode: WRITE.
// Parameters: $lease STRING, $by STRING, $reason STRING. Returns: ended INTEGER; 0 = the lease is lost
CYPHER 25
MATCH (s:Schema {name: 'graphmem'})
SET s.lockedAt = timestamp()
WITH s WHERE s.lease = $lease
WITH s, s.beside AS gone
SET s.beside = null, s.besideDimensions = null,
  s.vectorLog = coalesce(s.vectorLog, []) + (toString(datetime.realtime()) + ' dropped the vectors of ' + gone + ' by ' + $by + ': ' + $reason)
RETURN count(s) AS ended
