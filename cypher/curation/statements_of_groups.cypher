// Every statement of some groups, withdrawn ones included: the source of their two timelines.
// Parameters: $brain STRING, $groups [{subjectId, relation, objectId}] (as in linked_groups)
// Returns rows: id, subjectId, relation, objectId, text, recordedAt, withdrawnAt, away (times between which it was withdrawn
// before)
CYPHER 25
UNWIND $groups AS g
MATCH (s:Statement {brain: $brain, subjectId: g.subjectId, relation: g.relation}) USING INDEX SEEK s:Statement(brain, subjectId, relation, objectId) WHERE s.objectId IS NOT NULL AND coalesce(s.objectId = g.objectId, true)
RETURN s.id AS id, s.subjectId AS subjectId, s.relation AS relation, s.objectId AS objectId, s.text AS text,
       s.recordedAt AS recordedAt, s.withdrawnAt AS withdrawnAt, s.away AS away
ORDER BY s.recordedAt, s.id
