// The versions of facts around one commit: those that it ended, those that it made, and those of now.
// Parameters: $brain STRING, $ids LIST<STRING>, $atMicros INTEGER (system time of the commit, in microseconds
// since 1970: equal times may have unequal zones)
// Returns rows: at STRING ('before', 'after', 'now'), row MAP (explore/fact_row)
CYPHER 25
UNWIND $ids AS id
CALL (id) {
  MATCH ()-[f:FACT {brain: $brain, factId: id}]->() RETURN f
  UNION ALL
  MATCH ()-[f:FACT_WAS {brain: $brain, factId: id}]->() RETURN f
}
WITH f, f.recordedAt.epochSeconds * 1000000 + f.recordedAt.microsecond AS recorded,
  f.expiredAt.epochSeconds * 1000000 + f.expiredAt.microsecond AS expired
UNWIND CASE WHEN f:FACT THEN ['now'] ELSE [] END + CASE WHEN recorded = $atMicros THEN ['after'] ELSE [] END
  + CASE WHEN expired = $atMicros THEN ['before'] ELSE [] END AS at
CALL (f) {
  RETURN
    // include: explore/fact_row
}
RETURN at, row
