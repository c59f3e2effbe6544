// Stages 4 to 6, the read: what is already known that a claim could confirm, refine, contradict or end.
// Parameters: $brain STRING, $keys LIST<STRING> (keys that new entities would take), $valueKeys LIST<STRING>, $relations LIST<STRING>,
// $claims [{i, subjectId, relation, vector, like BOOLEAN}], like = also what is similar in meaning, $k INTEGER
// Returns one row: revision, taken (keys in use), values [{key, id}], relations [{name, cardinality, per, symmetric}],
// claims [{i, held, similar}]; held: facts of the same subject and relation; similar: of the same subject, by meaning.
CYPHER 25
OPTIONAL MATCH (b:Brain {id: $brain})
WITH coalesce(b.revision, 0) AS revision
CALL () {
  UNWIND $keys AS key
  MATCH (e:Entity {brain: $brain}) WHERE e.key STARTS WITH key
  RETURN collect(e.key) AS taken
}
CALL () {
  UNWIND $valueKeys AS key
  MATCH (v:Value {brain: $brain, key: key})
  RETURN collect(v {.key, .id}) AS values
}
CALL () {
  UNWIND $relations AS name
  MATCH (t:RelationType {brain: $brain, name: name})
  RETURN collect(t {.name, .cardinality, .per, .symmetric}) AS relations
}
CALL () {
  UNWIND $claims AS c
  CALL (c) {
    MATCH ()-[f:FACT {brain: $brain, subjectId: c.subjectId, relation: c.relation}]->(o) WHERE f.objectId IS NOT NULL
    WITH f, o ORDER BY f.tStart DESC LIMIT 50
    RETURN collect(f {.factId, .relation, .factText, .tValid, .tInvalid, .objectId, .confidence, objectKey: o.key, object: coalesce(o.name, o.text), isEntity: o:Entity,
      score: CASE WHEN c.vector IS NULL OR f.embedding IS NULL THEN null ELSE vector.similarity.cosine(f.embedding, c.vector) * 2 - 1 END}) AS held
  }
  CALL (c) {
    WITH c WHERE c.like AND c.vector IS NOT NULL
    MATCH ()-[f:FACT]->()
    SEARCH f IN (VECTOR INDEX fact_embedding FOR c.vector WHERE f.brain = $brain AND f.subjectId = c.subjectId LIMIT 50) SCORE AS s
    WITH f, endNode(f) AS o, vector.similarity.cosine(f.embedding, c.vector) * 2 - 1 AS score
    ORDER BY score DESC LIMIT $k
    RETURN collect(f {.factId, .relation, .factText, .tValid, .tInvalid, .objectId, .confidence, objectKey: o.key, object: coalesce(o.name, o.text), isEntity: o:Entity, score: score}) AS similar
  }
  RETURN collect({i: c.i, held: held, similar: similar}) AS claims
}
RETURN revision, taken, values, relations, claims
