// Stage 2, a second read where a name may mean several entities: facts that a candidate shares with the message, and all statements of
// its identifying relations.
// Mode: READ. Parameters: $brain STRING, $about [{i, ids (of the candidates), names, values, relations}] (what else the message says
// about a name: normalised names of other entities, keys of values, identifying relations)
// Returns rows: i, about [{id, key, text, relation, shared, degree}]; degree counts the facts of the far end: the fewer, the more a
// shared fact says
CYPHER 25 replan=skip
UNWIND $about AS about
CALL (about) {
  UNWIND about.ids AS id
  CALL (id) {
    MATCH (e:Entity {brain: $brain, id: id})
    RETURN e
  }
  CALL (e, about) {
    UNWIND about.values AS key
    MATCH (o:Value {brain: $brain, key: key})<-[f:FACT]-(e)
    RETURN o.key AS key, o.text AS text, f.relation AS relation, true AS shared, COUNT { (o)<-[:FACT]-() } AS degree
    UNION
    UNWIND about.names AS norm
    MATCH (:Alias {brain: $brain, norm: norm})-[:ALIAS_OF]->(o:Entity) WHERE o.id <> e.id
    MATCH (o)-[f:FACT]-(e)
    RETURN o.key AS key, o.name AS text, f.relation AS relation, true AS shared, COUNT { (o)-[:FACT]-() } AS degree
    UNION
    UNWIND about.relations AS relation
    CALL (e, relation) {
      MATCH (s:Statement {brain: $brain, subjectId: e.id, relation: relation}) USING INDEX s:Statement(brain, subjectId, relation, objectId)
      WHERE s.objectId IS NOT NULL AND s.action = 'holds' AND s.withdrawnAt IS NULL
      RETURN s
    }
    WITH s LIMIT 10
    RETURN s.objectKey AS key, s.objectSaid AS text, s.relation AS relation, false AS shared, 0 AS degree
  }
  RETURN collect({id: e.id, key: key, text: text, relation: relation, shared: shared, degree: degree}) AS told
}
RETURN about.i AS i, told AS about
