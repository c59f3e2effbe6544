// A fragment: the episodes of a source that a retraction covers. To be included in a CALL ().
// Parameters: $brain STRING, $source STRING, $since DATETIME|null (recorded at this time or later). Variables: none.
// Returns: ep NODE
MATCH (ep:Episode {brain: $brain, source: $source}) USING INDEX SEEK ep:Episode(brain, source)
WHERE $since IS NULL OR ep.recordedAt >= $since
RETURN ep
