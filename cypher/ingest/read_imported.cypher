// The records of an import that an earlier import stored, with the facts that carry them.
// Parameters: $brain STRING, $keys LIST<STRING> (keys of records, as ingest/import_keys.py makes them)
// Returns rows: key, factId, recordedAt (when the record was stored)
CYPHER 25
UNWIND $keys AS key
CALL (key) {
  MATCH (s:Statement {brain: $brain, importKey: key}) USING INDEX SEEK s:Statement(brain, importKey)
  RETURN s ORDER BY s.recordedAt LIMIT 1
}
CALL (s) {
  MATCH ()-[f:FACT {brain: $brain, subjectId: s.subjectId, relation: s.relation, objectId: s.objectId}]->()
  USING INDEX SEEK f:FACT(brain, subjectId, relation, objectId)
  WHERE s.id IN f.statementIds
  RETURN collect(f.factId) AS facts
}
RETURN key, coalesce(head(facts), s.factId) AS factId, s.recordedAt AS recordedAt
