// Switches to the vectors beside those in use, in one step, and notes who switched, when and why. Mode: WRITE.
// Parameters: $lease STRING, $embedder STRING (that of the vectors beside), $slot STRING (of those vectors), $by STRING, $reason STRING
// Returns: switched INTEGER; 0 = the lease is lost
CYPHER 25
MATCH (s:Schema {name: 'graphmem'})
SET s.lockedAt = timestamp()
WITH s WHERE s.lease = $lease AND s.beside = $embedder
WITH s, s.embedder AS before, s.dimensions AS dimensions
SET s.embedder = s.beside, s.dimensions = s.besideDimensions, s.slot = $slot, s.beside = before, s.besideDimensions = dimensions,
  s.vectorLog = coalesce(s.vectorLog, []) + (toString(datetime.realtime()) + ' switched from ' + before + ' to ' + $embedder + ' by ' + $by + ': ' + $reason)
RETURN count(s) AS switched
