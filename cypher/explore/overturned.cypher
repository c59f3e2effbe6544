// A page of the facts that another fact or statement ended, most recently recorded first, each with the fact that took its place, the
// sources of both, who decided, and the mark of a person who looked at it. A mark counts for the version that the person saw.
// Parameters: $brain STRING, $accepted BOOLEAN|null (only those with such a mark, or without one; null = all), $before DATETIME,
// $beforeMicros INTEGER and $beforeId STRING (the cursor), $limit INTEGER
// Returns: row MAP and other MAP|null (both explore/fact_row), source MAP|null and otherSource MAP|null (explore/latest_source),
// judged MAP|null {at, comment, byHand BOOLEAN} (the statement that contradicted it), acceptedAt DATETIME|null, acceptedBy STRING|null
CYPHER 25
MATCH ()-[f:FACT]->() USING INDEX SEEK f:FACT(brain, recordedAt)
WHERE f.brain = $brain AND f.recordedAt <= $before
WITH f WHERE f.closedReason IN ['superseded', 'contradicted']
  AND f.factId < CASE WHEN f.recordedAt.epochSeconds * 1000000 + f.recordedAt.microsecond < $beforeMicros THEN '~' ELSE $beforeId END
  AND ($accepted IS NULL OR $accepted = coalesce(f.acceptedVersion = f.recordedAt, false))
WITH f ORDER BY f.brain DESC, f.recordedAt DESC, f.factId DESC LIMIT $limit
CALL (f) {
  RETURN
    // include: explore/fact_row
}
WITH f AS ended, row AS closed
OPTIONAL CALL (ended) {
  UNWIND [ended.supersededBy, ended.closedBy] AS id
  MATCH ()-[f:FACT {brain: $brain, factId: id}]->()
  WITH f LIMIT 1
  RETURN
    // include: explore/fact_row
}
WITH ended, closed, row AS other
OPTIONAL CALL (ended) {
  WITH ended.episodeIds AS ids
  // include: explore/latest_source
}
WITH ended, closed, other, source AS closedSource
OPTIONAL CALL (ended, other) {
  WITH coalesce(other.episodeIds, [ended.closedBy]) AS ids
  // include: explore/latest_source
}
WITH ended, closed, other, closedSource, source AS otherSource
OPTIONAL CALL (ended) {
  WITH ended AS f WHERE ended.closedReason = 'contradicted'
  CALL (f) {
    // include: procedures/stated_ends
  }
  WITH f, s WHERE s.reason = 'contradicted' AND s.withdrawnAt IS NULL AND s.at = f.tEnd
  RETURN {at: s.recordedAt, comment: s.comment, byHand: NOT EXISTS { (s)-[:BECAUSE_OF]->() }} AS judged
  ORDER BY s.recordedAt LIMIT 1
}
WITH *, coalesce(ended.acceptedVersion = ended.recordedAt, false) AS marked
RETURN closed AS row, other, closedSource AS source, otherSource, judged,
       CASE WHEN marked THEN ended.acceptedAt END AS acceptedAt, CASE WHEN marked THEN ended.acceptedBy END AS acceptedBy
