// The statements that a request to forget may mean: those of its subject, with their episodes.
// Parameters: $brain STRING, $ref STRING (id or key of the subject), $norms LIST<STRING> (its normalised names), $relations
// LIST<STRING>|null (names of the relation; null = any), $limit INTEGER
// Returns rows: as forgetting/statement_row
CYPHER 25
CALL () {
  MATCH (e:Entity {brain: $brain, id: $ref}) RETURN e
  UNION
  MATCH (e:Entity {brain: $brain, key: $ref}) RETURN e
  UNION
  UNWIND $norms AS norm
  MATCH (a:Alias {brain: $brain, norm: norm})-[:ALIAS_OF]->(e:Entity) USING INDEX SEEK a:Alias(brain, norm) RETURN e
}
WITH collect(DISTINCT coalesce(e.mergedInto, e.id)) AS ids
CALL () {
  MATCH (t:RelationType {brain: $brain}) WHERE t.name >= '' AND $relations IS NOT NULL
    AND (t.name IN $relations OR any(x IN coalesce(t.synonyms, []) + coalesce(t.begunBy, []) + coalesce(t.endedBy, []) WHERE x IN $relations))
  RETURN collect(t {.name, .symmetric}) AS types
}
UNWIND ids AS id
CALL (id, types) {
  UNWIND types AS t
  MATCH (s:Statement {brain: $brain, subjectId: id, relation: t.name}) USING INDEX SEEK s:Statement(brain, subjectId, relation, objectId) WHERE s.objectId IS NOT NULL
  RETURN s, true AS straight
  UNION
  UNWIND [t IN types WHERE t.symmetric] AS t
  MATCH (s:Statement {brain: $brain, objectId: id, relation: t.name}) USING INDEX SEEK s:Statement(brain, objectId, relation)
  RETURN s, false AS straight
  UNION
  WITH id WHERE $relations IS NULL
  MATCH (s:Statement {brain: $brain, subjectId: id}) USING INDEX SEEK s:Statement(brain, subjectId, relation, objectId) WHERE s.relation IS NOT NULL AND s.objectId IS NOT NULL
  RETURN s, true AS straight
}
WITH DISTINCT s, straight LIMIT $limit
// include: forgetting/statement_row
