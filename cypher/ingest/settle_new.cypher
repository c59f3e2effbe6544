// A fragment of stage 7, after the statements are written: the only statement of its group needs no derivation; its fact has
// its content (procedures/settle.cypher, docs/time.md, R2, R3, R4, R5). Groups with more statements are settled later. To be
// included in a CALL (stamp).
// Variable: stamp DATETIME (of the commit's first record). Parameters: $brain STRING, $said [{name, said [{id, n, subjectId,
// objectId}]}]: by relation, statements of this commit that hold, rest on no evidence, and have two different ends; $vectors
// MAP statement id -> vector
// Returns: settled LIST<LIST>: id (of the statement, and of its fact), names of the fact's two ends
UNWIND $said AS named
OPTIONAL MATCH (rt:RelationType {brain: $brain, name: named.name})
WITH stamp, named, coalesce(rt.cardinality, 'many') = 'one' AS one, coalesce(rt.per, 'subject') AS per, coalesce(rt.symmetric, false) AS both, coalesce(rt.watched, false) AS watched,
  datetime('0001-01-01T00:00:00Z') AS past, datetime('9999-12-31T00:00:00Z') AS future
WITH stamp, named, past, future, watched, CASE WHEN both AND one AND per <> 'pair' THEN 'both' WHEN both THEN 'two' WHEN one AND per <> 'pair' THEN per ELSE 'value' END AS scope
WHERE scope <> 'both' AND NOT watched
UNWIND named.said AS x
WITH stamp, named.name AS relation, past, future, scope, x
WHERE NOT (scope = 'subject' AND EXISTS { MATCH (t:Statement {brain: $brain, subjectId: x.subjectId, relation: relation}) USING INDEX t:Statement(brain, subjectId, relation, objectId) WHERE t.objectId IS NOT NULL AND t.id <> x.id })
  AND NOT (scope = 'object' AND EXISTS { MATCH (t:Statement {brain: $brain, objectId: x.objectId, relation: relation}) USING INDEX t:Statement(brain, objectId, relation) WHERE t.id <> x.id })
  AND NOT (scope IN ['value', 'two'] AND EXISTS {
    MATCH (t:Statement {brain: $brain, subjectId: x.subjectId, relation: relation, objectId: x.objectId}) USING INDEX t:Statement(brain, subjectId, relation, objectId) WHERE t.id <> x.id })
  AND NOT (scope = 'two' AND EXISTS {
    MATCH (t:Statement {brain: $brain, subjectId: x.objectId, relation: relation, objectId: x.subjectId}) USING INDEX t:Statement(brain, subjectId, relation, objectId) })
CALL (x) {
  MATCH (s:Statement {brain: $brain, id: x.id})
  RETURN s
}
WITH stamp, x, s, past, future WHERE coalesce(s.at, past) < coalesce(s.until, future)
CALL (x) {
  MATCH (subject:Entity {brain: $brain, id: x.subjectId})
  RETURN subject
}
CALL (x) {
  MATCH (object:Entity|Value {brain: $brain, id: x.objectId})
  RETURN object
}
CREATE (subject)-[f:FACT]->(object)
SET f = s {.brain, .factId, .relation, .subjectId, .objectId, .kind, .confidence, .category, .origin, .startStated, .episodeIds, .importance,
    .importanceCategory, .speaker, .brainToken, factText: s.text, tValid: s.at, tInvalid: s.until,
    tValidPrecision: CASE WHEN s.at IS NOT NULL THEN s.atPrecision END, tInvalidPrecision: CASE WHEN s.until IS NOT NULL THEN s.untilPrecision END,
    tStart: coalesce(s.at, past), tEnd: coalesce(s.until, future), statementIds: [s.id], strength: 0.8, firstStatedAt: s.occurredAt, lastConfirmedAt: s.occurredAt,
    recordedAt: stamp + duration({microseconds: x.n}), stability: 0.1 + 0.3 * s.importance, timesRetrieved: 0, embedding: toFloatList($vectors[x.id])}
RETURN collect([x.id, subject.name, coalesce(object.name, object.text)]) AS settled
