// Whether the statements of some groups do not show what they said at each moment: a merged entity, or an entity that others were merged
// into, is at an end of them.
// Parameters: $brain STRING, $groups [{subjectId, relation, objectId}] (as in linked_groups)
// Returns one row: other BOOLEAN
CYPHER 25
UNWIND $groups AS g
OPTIONAL MATCH (s:Statement {brain: $brain, subjectId: g.subjectId, relation: g.relation}) USING INDEX SEEK s:Statement(brain, subjectId, relation, objectId) WHERE s.objectId IS NOT NULL AND coalesce(s.objectId = g.objectId, true)
WITH collect(DISTINCT g.subjectId) + collect(DISTINCT s.objectId) AS ids
RETURN any(id IN ids WHERE EXISTS { MATCH (there:Entity {brain: $brain, id: id})-[:MERGED_INTO]-() USING INDEX SEEK there:Entity(brain, id) }) AS other
