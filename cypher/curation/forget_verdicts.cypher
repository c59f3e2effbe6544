// Drops the verdicts on sentences that have words of forgotten statements and of no other one about the same fact.
// Mode: WRITE, under the brain's lock. Parameters: $brain STRING, $groups [{subjectId, relation, objectId}] (as in linked_groups),
// $statements LIST<STRING> (gone)
CYPHER 25
UNWIND $groups AS g
MATCH (s:Statement {brain: $brain, subjectId: g.subjectId, relation: g.relation}) USING INDEX SEEK s:Statement(brain, subjectId, relation, objectId) WHERE s.objectId IS NOT NULL AND coalesce(s.objectId = g.objectId, true)
WITH s WHERE NOT s.id IN $statements
WITH collect(DISTINCT s) AS left
UNWIND [s IN left WHERE s.verdict IS NOT NULL] AS s
WITH s, left WHERE any(w IN s.verdict[1..] WHERE none(t IN left WHERE t.relation = s.relation AND w IN t.details
  AND [t.subjectId, t.objectId] IN [[s.subjectId, s.objectId], [s.objectId, s.subjectId]]))
SET s.verdict = null
