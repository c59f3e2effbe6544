// Whether a merged entity, or an entity that others were merged into, is at an end of some groups' statements.
// Parameters: $brain STRING, $groups [{subjectId, relation, objectId}] (as in linked_groups)
// Returns one row: merged BOOLEAN
CYPHER 25
UNWIND $groups AS g
OPTIONAL MATCH (s:Statement {brain: $brain, subjectId: g.subjectId, relation: g.relation}) USING INDEX s:Statement(brain, subjectId, relation, objectId) WHERE s.objectId IS NOT NULL AND coalesce(s.objectId = g.objectId, true)
WITH collect(DISTINCT g.subjectId) + collect(DISTINCT s.objectId) AS ids
RETURN any(id IN ids WHERE EXISTS { MATCH (:Entity {brain: $brain, id: id})-[:MERGED_INTO]-() }) AS merged
