// A fragment: whether an episode is visible and passes the filters. Variables: ep NODE. To be included after a WITH.
// Parameter: $q MAP, of which: before DATETIME (occurred at or before), and those of recall/episode_filter: known, session,
// speaker, role, tags, metadata
WHERE ep.occurredAt <= $q.before AND
  // include: recall/episode_filter
