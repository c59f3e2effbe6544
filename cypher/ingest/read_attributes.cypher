// Before stage 1, the read: what is known of the roles that a message names, for an extractor without a model.
// Parameters: $brain STRING, $roles [{said, name}] (roles as the message says them, and the relations under which they are
// stored), $holders [{norm, key}] (who fills a role that the message does not name; as a name and as a value), $owners
// LIST<STRING> (normalised names of groups that may be meant), $session STRING|null, $at DATETIME (time of the message),
// $turns INTEGER (maximum messages of the session), $most INTEGER (maximum statements, owners and roles of a kind)
// Returns one row: roles [{subject, relation, object}] (open facts of relations with one value at a time), owners
// LIST<STRING> (of $owners, those that the brain has), spoken LIST<STRING> (the owners of such facts of the session, the
// latest first; people are none)
CYPHER 25
CALL () {
  UNWIND $roles AS role
  MATCH (t:RelationType {brain: $brain, name: role.name}) WHERE t.cardinality = 'one'
  CALL (role) {
    MATCH (s:Statement {brain: $brain, relation: role.name}) USING INDEX SEEK s:Statement(brain, relation)
    WITH s LIMIT $most
    WHERE s.withdrawnAt IS NULL
    RETURN DISTINCT s.subjectId AS subjectId
  }
  CALL (role, subjectId) {
    MATCH (e:Entity)-[f:FACT {brain: $brain, subjectId: subjectId, relation: role.name}]->(o) USING INDEX SEEK f:FACT(brain, subjectId, relation, objectId) WHERE f.objectId IS NOT NULL AND f.tInvalid IS NULL
    RETURN e.name AS subject, coalesce(o.name, o.text) AS object ORDER BY f.tStart DESC LIMIT 1
  }
  RETURN collect({subject: subject, relation: role.said, object: object}) AS named
}
CALL () {
  UNWIND $holders AS holder
  CALL (holder) {
    MATCH (a:Alias {brain: $brain, norm: holder.norm})-[:ALIAS_OF]->(e:Entity) WHERE e.mergedInto IS NULL
    RETURN e.id AS objectId LIMIT 5
    UNION
    MATCH (v:Value {brain: $brain, key: holder.key})
    RETURN v.id AS objectId
  }
  CALL (objectId) {
    MATCH (e:Entity)-[f:FACT {brain: $brain, objectId: objectId}]->(o) USING INDEX SEEK f:FACT(brain, objectId, relation) WHERE f.relation IS NOT NULL AND f.tInvalid IS NULL
    MATCH (t:RelationType {brain: $brain, name: f.relation}) WHERE t.cardinality = 'one'
    RETURN e.name AS subject, f.relation AS relation, coalesce(o.name, o.text) AS object LIMIT $most
  }
  RETURN collect({subject: subject, relation: relation, object: object}) AS held
}
CALL () {
  UNWIND $owners AS norm
  MATCH (a:Alias {brain: $brain, norm: norm})-[:ALIAS_OF]->(e:Entity) WHERE e.mergedInto IS NULL
  WITH DISTINCT e.name AS name ORDER BY name LIMIT $most
  RETURN collect(name) AS owners
}
CALL () {
  MATCH (p:Episode {brain: $brain, sessionId: $session}) USING INDEX SEEK p:Episode(brain, sessionId, occurredAt)
  WHERE p.occurredAt <= $at
  WITH p ORDER BY p.occurredAt DESC LIMIT $turns
  MATCH (p)-[:STATES]->(s:Statement) WHERE s.withdrawnAt IS NULL
  MATCH (t:RelationType {brain: $brain, name: s.relation}) WHERE t.cardinality = 'one'
  MATCH (e:Entity {brain: $brain, id: s.subjectId}) WHERE e.type <> 'person'
  WITH e.name AS name, max(p.occurredAt) AS last ORDER BY last DESC LIMIT $most
  RETURN collect(name) AS spoken
}
RETURN named + held AS roles, owners, spoken
