// Some facts that hold, each with the facts that hold, say something else about the same subject by the same relation, and are alike in
// meaning. One of the two has to weigh much: a core fact, or an importance from $heavy on.
// Parameters: $brain STRING, $ids LIST<STRING> (fact ids), $now DATETIME, $heavy FLOAT, $least FLOAT (least similarity, (1 + cosine) / 2),
// $near INTEGER (others of each, the most alike), $most INTEGER (facts of a subject and a relation that are compared one by one)
// Returns: own MAP {id, text, subjectId, relation, objectId, from DATETIME|null, recordedAt, importance}; others LIST<MAP> as own, with
// similarity FLOAT; isCrowded BOOLEAN (there are more facts than $most, and others is empty)
CYPHER 25
UNWIND $ids AS id
MATCH ()-[f:FACT {brain: $brain, factId: id}]->() USING INDEX SEEK f:FACT(brain, factId)
WHERE f.tStart <= $now AND f.tEnd > $now AND f.embedding IS NOT NULL
WITH f, coalesce(f.tier, f.category) = 'core' OR f.importance >= $heavy AS isHeavy
CALL (f) {
  MATCH ()-[g:FACT {brain: $brain, subjectId: f.subjectId, relation: f.relation}]->() USING INDEX SEEK g:FACT(brain, subjectId, relation, objectId)
  WHERE g.objectId IS NOT NULL
  WITH g LIMIT $most + 1
  RETURN collect(g) AS found
}
WITH f, isHeavy, found, size(found) > $most AS isCrowded
CALL (f, isHeavy, found, isCrowded) {
  UNWIND CASE WHEN isCrowded THEN [] ELSE found END AS g
  WITH g WHERE g.objectId <> f.objectId AND g.tStart <= $now AND g.tEnd > $now AND g.embedding IS NOT NULL
    AND (isHeavy OR coalesce(g.tier, g.category) = 'core' OR g.importance >= $heavy)
  WITH g, vector.similarity.cosine(f.embedding, g.embedding) AS s WHERE s >= $least
  WITH g, s ORDER BY s DESC, g.factId LIMIT $near
  RETURN collect({id: g.factId, text: g.factText, subjectId: g.subjectId, relation: g.relation, objectId: g.objectId, from: g.tValid,
    recordedAt: g.recordedAt, importance: g.importance, similarity: s}) AS others
}
RETURN {id: f.factId, text: f.factText, subjectId: f.subjectId, relation: f.relation, objectId: f.objectId, from: f.tValid,
  recordedAt: f.recordedAt, importance: f.importance} AS own, others, isCrowded
