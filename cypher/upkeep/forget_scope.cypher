// Forget, first read: which statements have to go, and the groups of facts that they stand in.
// Parameters: $brain STRING and one of: $episode STRING|null, $fact STRING|null, $entity STRING|null (ids)
// Returns one row: found BOOLEAN, statements LIST<STRING>,
// groups [{subjectId, relation, objectId}] (as in linked_groups), ends LIST<STRING> (entities of the episode, and both ends of the statements), content STRING|null
// (of the episode), mergedInto STRING|null (the entity is a tombstone), names LIST<STRING> (of the entity)
CYPHER 25
OPTIONAL MATCH (ep:Episode {brain: $brain, id: $episode})
OPTIONAL MATCH (en:Entity {brain: $brain, id: $entity})
CALL () {
  MATCH ()-[f:FACT {brain: $brain, factId: $fact}]->()
  RETURN collect(f.statementIds) AS now
}
CALL () {
  MATCH ()-[w:FACT_WAS {brain: $brain, factId: $fact}]->()
  RETURN collect(w.statementIds) AS before
}
WITH ep, en, reduce(all = [], ids IN now + before | all + ids) AS carried
OPTIONAL CALL (ep, carried) {
  MATCH (ep)-[:STATES]->(s:Statement)
  RETURN s
  UNION
  UNWIND carried AS id
  MATCH (s:Statement {brain: $brain, id: id})
  RETURN s
  UNION
  MATCH (s:Statement {brain: $brain, subjectId: $entity}) USING INDEX s:Statement(brain, subjectId, relation, objectId) WHERE s.relation IS NOT NULL AND s.objectId IS NOT NULL
  RETURN s
  UNION
  MATCH (s:Statement {brain: $brain, objectId: $entity}) USING INDEX s:Statement(brain, objectId, relation) WHERE s.relation IS NOT NULL
  RETURN s
}
WITH ep, en, carried, collect(DISTINCT s) AS doomed
RETURN ep IS NOT NULL OR en IS NOT NULL OR carried <> [] AS found, [s IN doomed | s.id] AS statements,
  COLLECT {
    UNWIND doomed AS s
    CALL (s) {
      // include: upkeep/group_of
    }
    RETURN DISTINCT {subjectId: subjectId, relation: relation, objectId: objectId} AS g
  } AS groups,
  COLLECT { MATCH (ep)-[:MENTIONS]->(e) RETURN e.id AS id UNION UNWIND doomed AS s RETURN s.subjectId AS id UNION UNWIND doomed AS s RETURN s.objectId AS id
    UNION MATCH (t:Entity)-[:MERGED_INTO*1..]->(en) WHERE t.mergedInto = en.id RETURN t.id AS id } AS ends,
  en.mergedInto AS mergedInto,
  ep.content AS content, COLLECT { MATCH (a:Alias)-[:ALIAS_OF]->(en) RETURN a.name
    UNION MATCH (t:Entity)-[:MERGED_INTO*1..]->(en) WHERE t.mergedInto = en.id MATCH (a:Alias)-[:ALIAS_OF]->(t) RETURN a.name } AS names
