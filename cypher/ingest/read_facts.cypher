// Stages 4 to 6, the read: the known facts that a claim could confirm, refine, contradict or end.
// Parameters: $brain STRING, $keys LIST<STRING> (keys that new entities would get; a homonym's key ends with ~n), $valueKeys
// LIST<STRING>, $relations LIST<STRING> (names of relations as they were said and as they are usually stored), $claims [{i,
// subjectId, at (when it is said), said, relation, vector, like BOOLEAN, objectId and valueKey (of its object, if it is known and like is true),
// partnerId (the object of a relation without direction, or null)}], $touched LIST<STRING> (ids of facts that claims touch), said = the relation as it was said, like = also read facts of
// the subject that are similar in meaning, $k INTEGER
// Returns one row: revision, taken (keys in use), values [{key, id}], learnt [{synonym, name, effect}] (synonyms and verbs that a
// person stated, the relation under which they are stored, and whether such a verb begins or ends it), relations [{name, cardinality,
// per, symmetric, kind}], claims [{i, held, similar, death}]; death: the known death of the subject or the partner, {factId, tValid};
// held: the latest fifty facts of the same subject and relation (of a symmetric relation also those with the subject at the
// far end), each {factId, tValid, open (no end is known), objectId, objectKey, object, isEntity, and for a fact about the object of
// the claim: relation, factText, sentences [{text, details, verdict}] (those of its statements)}; similar: facts of the same
// subject, by meaning, in full for a judge. touched [fact]: in full, with both ends.
CYPHER 25
OPTIONAL MATCH (b:Brain {id: $brain})
WITH coalesce(b.revision, 0) AS revision
CALL () {
  UNWIND $keys AS key
  CALL (key) {
    MATCH (e:Entity {brain: $brain, key: key})
    RETURN e.key AS used
    UNION ALL
    MATCH (e:Entity {brain: $brain}) WHERE e.key STARTS WITH key + '~'
    RETURN e.key AS used
  }
  RETURN collect(used) AS taken
}
CALL () {
  UNWIND $valueKeys AS key
  CALL (key) {
    MATCH (v:Value {brain: $brain, key: key})
    RETURN v
  }
  RETURN collect(v {.key, .id}) AS values
}
CALL () {
  MATCH (t:RelationType) WHERE t.brain = $brain AND t.name IS NOT NULL AND (t.synonyms IS NOT NULL OR t.begunBy IS NOT NULL OR t.endedBy IS NOT NULL)
  UNWIND [s IN coalesce(t.synonyms, []) + coalesce(t.begunBy, []) + coalesce(t.endedBy, []) WHERE s IN $relations] AS synonym
  RETURN collect({synonym: synonym, name: t.name, effect: CASE WHEN synonym IN t.endedBy THEN 'ends' WHEN synonym IN t.begunBy THEN 'begins' END}) AS learnt
}
CALL (learnt) {
  UNWIND $relations + [x IN learnt | x.name] AS name
  WITH DISTINCT name
  MATCH (t:RelationType {brain: $brain, name: name})
  RETURN collect(t {.name, .cardinality, .per, .symmetric, .kind}) AS relations
}
CALL () {
  UNWIND $touched AS factId
  MATCH (a)-[f:FACT {brain: $brain, factId: factId}]->(o)
  RETURN collect(f {.factId, .relation, .factText, .tValid, .tInvalid, .tValidPrecision, .startStated, .firstStatedAt, open: f.tInvalid IS NULL, .subjectId, .objectId, .confidence, .importance, .category,
    subjectKey: a.key, subject: a.name, subjectType: a.type, objectKey: o.key, object: coalesce(o.name, o.text), isEntity: o:Entity,
    sentences: COLLECT { UNWIND f.statementIds AS id MATCH (s:Statement {brain: $brain, id: id}) RETURN s {.text, .details, .verdict} }}) AS touched
}
CALL (learnt, relations) {
  UNWIND $claims AS c
  WITH c, coalesce(head([x IN learnt WHERE x.synonym = c.said | x.name]), head([x IN learnt WHERE x.synonym = c.relation | x.name]), c.relation) AS relation
  CALL (c, relation, relations) {
    CALL (c, relation, relations) {
      MATCH ()-[f:FACT {brain: $brain, subjectId: c.subjectId, relation: relation}]->(o) USING INDEX SEEK f:FACT(brain, subjectId, relation, objectId) WHERE f.objectId IS NOT NULL
      RETURN f, o, f.objectId AS otherId
      UNION ALL
      WITH c, relation, relations WHERE any(t IN relations WHERE t.name = relation AND t.symmetric)
      MATCH (o)-[f:FACT {brain: $brain, objectId: c.subjectId, relation: relation}]->() USING INDEX SEEK f:FACT(brain, objectId, relation)
      RETURN f, o, f.subjectId AS otherId
    }
    WITH f, o, otherId ORDER BY f.tStart DESC LIMIT 50
    RETURN collect(CASE WHEN otherId = c.objectId OR o.key = c.valueKey
      THEN f {.factId, .relation, .factText, .tValid, open: f.tInvalid IS NULL, objectId: otherId, objectKey: o.key, object: coalesce(o.name, o.text), isEntity: o:Entity, sentences: COLLECT { UNWIND f.statementIds AS id MATCH (s:Statement {brain: $brain, id: id}) RETURN s {.text, .details, .verdict} }}
      ELSE f {.factId, .tValid, open: f.tInvalid IS NULL, objectId: otherId, objectKey: o.key, object: coalesce(o.name, o.text), isEntity: o:Entity} END) AS held
  }
  CALL (c) {
    WITH c WHERE c.like AND c.vector IS NOT NULL
    MATCH ()-[f:FACT]->()
    SEARCH f IN (VECTOR INDEX fact_embedding FOR c.vector WHERE f.brain = $brain AND f.subjectId = c.subjectId LIMIT 50) SCORE AS s
    WITH f, endNode(f) AS o, vector.similarity.cosine(f.embedding, c.vector) * 2 - 1 AS score
    ORDER BY score DESC LIMIT $k
    RETURN collect(f {.factId, .relation, .factText, .kind, .tValid, .tInvalid, open: f.tInvalid IS NULL OR f.tInvalid > c.at, .objectId, .confidence, .importance, .category, objectKey: o.key, object: coalesce(o.name, o.text), isEntity: o:Entity, score: score,
      sentences: COLLECT { UNWIND f.statementIds AS id MATCH (s:Statement {brain: $brain, id: id}) RETURN s {.text, .details, .verdict} }}) AS similar
  }
  CALL (c) {
    UNWIND [c.subjectId, c.partnerId] AS personId
    OPTIONAL MATCH ()-[f:FACT {brain: $brain, subjectId: personId, relation: 'died'}]->() USING INDEX SEEK f:FACT(brain, subjectId, relation, objectId) WHERE f.objectId IS NOT NULL
    WITH f ORDER BY f.tStart, f.factId LIMIT 1
    RETURN f {.factId, .tValid} AS death
  }
  RETURN collect({i: c.i, held: held, similar: similar, death: death}) AS claims
}
RETURN revision, taken, values, learnt, relations, claims, touched
