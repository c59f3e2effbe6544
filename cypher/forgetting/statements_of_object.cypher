// The statements about an object that a request to forget may mean, whatever their subject and relation.
// Parameters: $brain STRING, $key STRING (of the object as a value), $norms LIST<STRING> (its names as an entity), $speaker STRING|null (in lower
// case; null = any), $limit INTEGER
// Returns rows: as forgetting/statement_row
CYPHER 25
CALL () {
  MATCH (v:Value {brain: $brain, key: $key}) RETURN v.id AS id
  UNION
  UNWIND $norms AS norm
  MATCH (a:Alias {brain: $brain, norm: norm})-[:ALIAS_OF]->(e:Entity) USING INDEX SEEK a:Alias(brain, norm) RETURN coalesce(e.mergedInto, e.id) AS id
}
CALL (id) {
  MATCH (s:Statement {brain: $brain, objectId: id}) USING INDEX SEEK s:Statement(brain, objectId, relation) WHERE s.relation IS NOT NULL
    AND ($speaker IS NULL OR coalesce(toLower(s.speaker), $speaker) = $speaker)
  RETURN s
}
WITH DISTINCT s, true AS straight LIMIT $limit
// include: forgetting/statement_row
