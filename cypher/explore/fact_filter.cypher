// A fragment: whether a fact passes the filters. Variables: f RELATIONSHIP; closed versions are FACT_WAS.
// Parameters: $at DATETIME|null (valid time; null = any), $includeClosed BOOLEAN (also what had ended by then), $events BOOLEAN (also what had happened by then), $known
// DATETIME, $relations LIST<STRING>|null (names of one relation), $minConfidence FLOAT, $category STRING|null, $origin
// STRING|null, $text STRING (in lower case; part of the sentence, empty = any), $endedBy DATETIME|null (only what had ended by
// then), $before DATETIME, $beforeMicros INTEGER and $beforeId STRING (the cursor)
// To be included right after a WITH.
WHERE ($at IS NULL OR (f.tStart <= $at AND ($includeClosed OR $at < f.tEnd OR ($events AND f.kind = 'event'))))
  AND f.recordedAt <= $known AND coalesce($known < f.expiredAt, true)
  AND ($relations IS NULL OR f.relation IN $relations)
  AND f.confidence >= $minConfidence AND ($category IS NULL OR f.category = $category)
  AND ($origin IS NULL OR f.origin = $origin) AND ($text = '' OR toLower(f.factText) CONTAINS $text)
  AND ($endedBy IS NULL OR f.tEnd <= $endedBy)
  AND f.factId < CASE WHEN f.recordedAt.epochSeconds * 1000000 + f.recordedAt.microsecond < $beforeMicros THEN '~' ELSE $beforeId END AND f.recordedAt <= $before
