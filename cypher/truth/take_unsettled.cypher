// Takes the groups that procedures have left to be settled, in a transaction that holds the brain's lock.
// Mode: WRITE. Parameters: $brain STRING
// Returns rows: subjectId, relation, objectId (null: every value)
CYPHER 25
MATCH (b:Brain {id: $brain})
SET b.unsettled = null
WITH b
MATCH (u:Unsettled {brain: $brain}) WHERE u.id >= ''
WITH u, u.subjectId AS subjectId, u.relation AS relation, u.objectId AS objectId
DELETE u
RETURN subjectId, relation, objectId
