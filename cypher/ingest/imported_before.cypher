// The records of an import that were stored before a commit that has just written them too.
// Parameters: $brain STRING, $keys LIST<STRING> (keys of records, as ingest/import_keys.py makes them),
// $stamp DATETIME (when the commit stores its first record)
// Returns rows: key, of one such record at most
CYPHER 25
UNWIND $keys AS key
MATCH (s:Statement {brain: $brain, importKey: key}) USING INDEX SEEK s:Statement(brain, importKey)
WHERE s.recordedAt + duration({microseconds: 1}) <= $stamp // exact at equal instants, whatever their zones
RETURN key LIMIT 1
