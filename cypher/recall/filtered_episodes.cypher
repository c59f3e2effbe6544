// A fragment of recall: the episodes that pass the filters, most recent first, at most 500: those of a session, else of the
// most recent 20,000 of the brain. To be included in a CALL ().
// Parameter: $q MAP, of which: brain STRING, and those of recall/episode_filter: known, session, speaker, role, tags, metadata
// Returns: ep NODE
CALL () {
  WITH 1 AS one WHERE $q.session IS NOT NULL
  MATCH (ep:Episode {brain: $q.brain, sessionId: $q.session}) USING INDEX SEEK ep:Episode(brain, sessionId, occurredAt) WHERE ep.occurredAt <= datetime('9999-12-31T00:00:00Z')
  WITH ep WHERE
  // include: recall/episode_filter
  RETURN ep ORDER BY ep.occurredAt DESC LIMIT 500
  UNION ALL
  WITH 1 AS one WHERE $q.session IS NULL
  MATCH (ep:Episode) WHERE ep.brain = $q.brain AND ep.recordedAt <= $q.known
  WITH ep ORDER BY ep.brain DESC, ep.recordedAt DESC LIMIT 20000
  WITH ep WHERE
  // include: recall/episode_filter
  RETURN ep LIMIT 500
}
RETURN ep
