// A fragment: recall/step, as it was believed at a system time.
// Variables: x NODE. Parameter: $q MAP, of which: at DATETIME, known DATETIME
// Returns: f RELATIONSHIP, y NODE (its other end), ended BOOLEAN
CALL (x) {
  MATCH (x)-[f:FACT]-(y)
  WITH f, y LIMIT 1000
  WHERE f.recordedAt <= $q.known
  RETURN f, y
  UNION ALL
  MATCH (x)-[f:FACT_WAS]-(y)
  WITH f, y LIMIT 1000
  WHERE f.recordedAt <= $q.known AND $q.known < f.expiredAt
  RETURN f, y
}
WITH f, y, f.tEnd <= $q.at AND f.kind <> 'event' AS ended
WHERE
// include: recall/has_begun
RETURN f, y, ended
ORDER BY ended, f.importance * f.confidence DESC, f.lastConfirmedAt DESC, f.factId
