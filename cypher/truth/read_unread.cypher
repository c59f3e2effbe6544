// The statements of a brain whose sentences procedures wrote, as long as they have no vectors. They are few.
// Mode: READ. Parameters: $brain STRING
// Returns rows: id, text, relation, subject, object (names of the ends), objectId, isEntity BOOLEAN (the object is one)
CYPHER 25
MATCH (s:Statement:Unread) WHERE s.brain = $brain
MATCH (a:Entity {brain: $brain, id: s.subjectId})
MATCH (b:Entity|Value {brain: $brain, id: s.objectId})
RETURN s.id AS id, s.text AS text, s.relation AS relation, a.name AS subject, coalesce(b.name, b.text) AS object, s.objectId AS objectId, b:Entity AS isEntity
