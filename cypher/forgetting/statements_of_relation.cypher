// The statements of a relation that a request to forget may mean, whatever their subject.
// Parameters: $brain STRING, $relations LIST<STRING>, $speaker STRING|null (in lower case; null = any), $limit INTEGER
// Returns rows: as forgetting/statement_row
CYPHER 25
UNWIND $relations AS relation
CALL (relation) {
  MATCH (s:Statement {brain: $brain, relation: relation}) USING INDEX SEEK s:Statement(brain, relation)
  WHERE $speaker IS NULL OR coalesce(toLower(s.speaker), $speaker) = $speaker
  RETURN s
}
WITH DISTINCT s, true AS straight LIMIT $limit
// include: forgetting/statement_row
