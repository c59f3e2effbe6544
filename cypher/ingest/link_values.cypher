// A fragment: facts about a value that is the name of an entity become facts about this entity (docs/resolution.md, Objects).
// Their ids stay; the previous state stays in FACT_WAS at the value. To be included in a CALL (stamp).
// Variable: stamp DATETIME. Parameters: $brain STRING, $links LIST<MAP> {never LIST<STRING>: relations whose objects are no such
// entities, names LIST<MAP> {norm, entityId, n}}
// Returns: linked LIST<MAP> {subjectId, relation, objectId, at}: groups to be settled
// A name that several entities have links nothing, and neither does a value that its caller stated to be one. At most a
// thousand statements of a name are linked at once, the others with the next mention of the name.
UNWIND $links AS kind
UNWIND kind.names AS x
CALL (x) {
  MATCH (v:Value {brain: $brain}) WHERE v.key STARTS WITH x.norm + '#'
  RETURN v
}
CALL (x) {
  MATCH (e:Entity {brain: $brain, id: x.entityId}) WHERE e.mergedInto IS NULL
  RETURN e
}
WITH stamp, kind.never AS never, x, v, e
WHERE NOT EXISTS { MATCH (:Alias {brain: $brain, norm: x.norm})-[:ALIAS_OF]->(o:Entity) WHERE o.id <> e.id AND o.mergedInto IS NULL }
CALL (v) {
  MATCH (s:Statement {brain: $brain, objectId: v.id}) USING INDEX SEEK s:Statement(brain, objectId, relation) WHERE s.relation IS NOT NULL
  RETURN s LIMIT 1000
}
WITH x, never, v, e, stamp, s.subjectId AS subjectId, s.relation AS relation, collect(s) AS statements
WHERE NOT relation IN never AND subjectId <> e.id AND none(s IN statements WHERE coalesce(s.objectLiteral, false) OR s.recordedAt >= stamp)
WITH v, e, stamp + duration({microseconds: x.n}) AS at, subjectId, relation, statements
FOREACH (s IN statements | SET s.objectId = e.id, s.objectKey = e.key)
CALL (v, at, e, subjectId, relation) {
  MATCH (subject)-[f:FACT {brain: $brain, subjectId: subjectId, relation: relation, objectId: v.id}]->()
  USING INDEX SEEK f:FACT(brain, subjectId, relation, objectId)
  WITH subject, f, v, at, e, f {.*} AS state
  CREATE (subject)-[w:FACT_WAS]->(v)
  SET w = state, w.embedding = null, w.embeddingBeside = null, w.expiredAt = at, w.expiredReason = 'linked', w.expiredBy = e.id
  DELETE f
  RETURN collect({subject: subject, state: state}) AS left
}
WITH collect({subjectId: subjectId, relation: relation, objectId: e.id, at: at}) AS linked, collect({e: e, at: at, left: left}) AS moved
CALL (moved) {
  UNWIND moved AS x
  UNWIND x.left AS one
  WITH x.e AS e, x.at AS at, one.subject AS subject, one.state AS state
  CREATE (subject)-[f:FACT]->(e)
  SET f = state, f.objectId = e.id, f.recordedAt = at
  WITH e, state
  MATCH (ref:FactRef {brain: $brain, factId: state.factId}) WHERE ref.subjectId IS NOT NULL
  SET ref.objectId = e.id
}
RETURN linked
