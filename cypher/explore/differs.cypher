// A fragment: whether a version holds at exactly one of two moments, and the version of the same fact at the other one.
// Variables: f RELATIONSHIP. Parameters: $brain STRING, $firstValid, $firstKnown, $secondValid, $secondKnown DATETIME, $past BOOLEAN,
// $beforeMicros INTEGER and $beforeId STRING (the cursor). To be included right after a WITH.
// Variables out: f, other RELATIONSHIP|null, second BOOLEAN (f holds at the second moment)
WHERE f.factId < CASE WHEN f.recordedAt.epochSeconds * 1000000 + f.recordedAt.microsecond < $beforeMicros THEN '~' ELSE $beforeId END
WITH f, f.tStart <= $secondValid AND $secondValid < f.tEnd AND f.recordedAt <= $secondKnown
    AND coalesce($secondKnown < f.expiredAt, true) AS second,
  f.tStart <= $firstValid AND $firstValid < f.tEnd AND f.recordedAt <= $firstKnown
    AND coalesce($firstKnown < f.expiredAt, true) AS first
WHERE first <> second
WITH f, second, CASE WHEN second THEN $firstValid ELSE $secondValid END AS at,
  CASE WHEN second THEN $firstKnown ELSE $secondKnown END AS known
OPTIONAL CALL (f, at, known) {
  WITH f.factId AS id, at, known WHERE $past
  CALL (id) {
    MATCH ()-[o:FACT {brain: $brain, factId: id}]->() RETURN o
    UNION ALL
    MATCH ()-[o:FACT_WAS {brain: $brain, factId: id}]->() RETURN o
  }
  WITH o, at, known WHERE o.tStart <= at AND at < o.tEnd AND o.recordedAt <= known AND coalesce(known < o.expiredAt, true)
  RETURN o AS other LIMIT 1
}
WITH f, other, second WHERE second OR other IS NULL
