// A fragment: a statement as a request to forget is compared with it. Variables: s NODE, straight BOOLEAN (its subject is the subject of the
// request; false = its object is). Parameter: $brain STRING
// Returns rows: id, subjectId, relation, action, occurredAt, speaker, secondHand, otherId, otherKey, otherSaid, otherName, otherNames LIST<STRING> (of the far
// end), episodes [{id, role, roles, speaker, speakers, sessionId}]
WITH s, CASE WHEN straight THEN s.objectId ELSE s.subjectId END AS otherId,
  CASE WHEN straight THEN s.objectKey ELSE s.subjectKey END AS otherKey, CASE WHEN straight THEN s.objectSaid ELSE s.subjectSaid END AS otherSaid
OPTIONAL CALL (otherId) {
  MATCH (o:Entity {brain: $brain, id: otherId})
  RETURN o.name AS otherName, COLLECT { MATCH (a:Alias)-[:ALIAS_OF]->(o) RETURN a.name LIMIT 50 } AS otherNames
  UNION
  MATCH (o:Value {brain: $brain, id: otherId})
  RETURN o.text AS otherName, [] AS otherNames
}
RETURN s.id AS id, s.subjectId AS subjectId, s.relation AS relation, s.action AS action, s.occurredAt AS occurredAt, s.speaker AS speaker, s.secondHand AS secondHand, otherId, otherKey, otherSaid,
  otherName, coalesce(otherNames, []) AS otherNames,
  COLLECT { MATCH (ep:Episode)-[:STATES]->(s) RETURN ep {.id, .role, .roles, .speaker, .speakers, .sessionId} } AS episodes
