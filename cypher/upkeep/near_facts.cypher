// Some facts that hold, each with the facts that hold and are near it in meaning. One of the two has to weigh much: a core fact, or an
// importance from $heavy on.
// Parameters: $brain STRING, $ids LIST<STRING> (fact ids), $now DATETIME, $heavy FLOAT, $least FLOAT (least similarity, (1 + cosine) / 2),
// $near INTEGER (facts that are looked at around each)
// Returns: own MAP {id, text, subjectId, relation, objectId, from DATETIME|null, recordedAt, importance}; others LIST<MAP> as own, with
// similarity FLOAT
CYPHER 25
UNWIND $ids AS id
MATCH ()-[f:FACT {brain: $brain, factId: id}]->() USING INDEX SEEK f:FACT(brain, factId)
WHERE f.tStart <= $now AND f.tEnd > $now AND f.embedding IS NOT NULL
WITH f, coalesce(f.tier, f.category) = 'core' OR f.importance >= $heavy AS isHeavy
CALL (f, isHeavy) {
  WITH f, isHeavy, f.embedding AS vector
  MATCH ()-[g:FACT]->()
  SEARCH g IN (VECTOR INDEX fact_embedding FOR vector WHERE g.brain = $brain AND g.tStart <= $now AND g.tEnd > $now LIMIT $near) SCORE AS s
  WITH g, s WHERE g.factId <> f.factId AND s >= $least AND (isHeavy OR coalesce(g.tier, g.category) = 'core' OR g.importance >= $heavy)
  RETURN collect({id: g.factId, text: g.factText, subjectId: g.subjectId, relation: g.relation, objectId: g.objectId, from: g.tValid,
    recordedAt: g.recordedAt, importance: g.importance, similarity: s}) AS others
}
RETURN {id: f.factId, text: f.factText, subjectId: f.subjectId, relation: f.relation, objectId: f.objectId, from: f.tValid,
  recordedAt: f.recordedAt, importance: f.importance} AS own, others
