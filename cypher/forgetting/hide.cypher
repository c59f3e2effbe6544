// Takes withdrawn statements out of everything that is read: they lose their label, and the versions of their facts their type. A
// version that other statements carry too stays with what those say, from when the first of them was recorded; so does a fact.
// Mode: WRITE, under the brain's lock, after settling. Parameters: $brain STRING, $request STRING, $statements LIST<STRING>, $facts
// LIST<STRING> (facts that they ever carried, and those that settling touched), $recordedAt DATETIME
// Returns one row: versions INTEGER (how many are hidden), facts LIST<STRING> (the facts of which nothing is left)
CYPHER 25
CALL () {
  UNWIND $statements AS id
  MATCH (s:Statement {brain: $brain, id: id})
  UNWIND [[s.subjectId, s.objectId], [s.objectId, s.subjectId]] AS way
  CALL (s, way) {
    MATCH ()-[w:FACT_WAS {brain: $brain, subjectId: way[0], relation: s.relation, objectId: way[1]}]->() USING INDEX SEEK w:FACT_WAS(brain, subjectId, relation, objectId)
    RETURN w
  }
  RETURN collect(DISTINCT w) AS byEnds
}
CALL () {
  UNWIND $facts AS id
  MATCH ()-[w:FACT_WAS {brain: $brain, factId: id}]->()
  RETURN collect(w) AS byId
}
WITH [w IN byEnds + byId WHERE any(x IN w.statementIds WHERE x IN $statements)] AS found
WITH found, [w IN found | w.factId] AS factIds
CALL (found) {
  UNWIND found AS w
  WITH DISTINCT w, startNode(w) AS subject, endNode(w) AS object, [x IN w.statementIds WHERE NOT x IN $statements] AS left
  CREATE (subject)-[h:FACT_HIDDEN]->(object)
  SET h = properties(w), h.hiddenBy = $request
  WITH w, left
  CALL (left) {
    UNWIND left[..1] AS id
    MATCH (s:Statement {brain: $brain, id: id})
    RETURN collect(s.text) AS texts
  }
  CALL (left) {
    UNWIND left AS id
    MATCH (s:Statement {brain: $brain, id: id})
    RETURN min(s.recordedAt) AS first
  }
  WITH w, left, texts, CASE WHEN first > w.recordedAt THEN first ELSE w.recordedAt END AS since
  WITH w, left, texts, since, left <> [] AND since < w.expiredAt AS stays
  FOREACH (lone IN CASE WHEN stays THEN [] ELSE [w] END | DELETE lone)
  FOREACH (kept IN CASE WHEN stays THEN [w] ELSE [] END | SET kept.statementIds = left, kept.factText = coalesce(texts[0], ''),
    kept.recordedAt = since, kept.embedding = null, kept.embeddingBeside = null, kept.redactedBy = $request)
  RETURN count(*) AS versions
}
CALL () {
  UNWIND $statements AS id
  MATCH (s:Statement {brain: $brain, id: id})
  UNWIND [[s.subjectId, s.objectId], [s.objectId, s.subjectId]] AS way
  WITH way, s.relation AS relation, collect(s.id) AS own
  CALL (way, relation) {
    MATCH ()-[f:FACT {brain: $brain, subjectId: way[0], relation: relation, objectId: way[1]}]->() USING INDEX SEEK f:FACT(brain, subjectId, relation, objectId)
    RETURN f
  }
  CALL (f, way, relation) {
    UNWIND [way, [way[1], way[0]]] AS either
    MATCH (o:Statement {brain: $brain, subjectId: either[0], relation: relation, objectId: either[1]}) USING INDEX SEEK o:Statement(brain, subjectId, relation, objectId)
    WHERE o.id IN f.statementIds
    RETURN min(o.recordedAt) AS since
  }
  WITH f, own, since, startNode(f) AS subject, endNode(f) AS object WHERE f.recordedAt < since
  CREATE (subject)-[h:FACT_HIDDEN]->(object)
  SET h = properties(f), h.expiredAt = since, h.statementIds = own, h.hiddenBy = $request, f.recordedAt = since
  RETURN count(*) AS later
}
CALL () {
  UNWIND $statements AS id
  MATCH (s:Statement {brain: $brain, id: id})
  REMOVE s:Statement
  SET s:Hidden, s.hiddenLabel = 'Statement', s.hiddenBy = $request, s.hiddenAt = $recordedAt, s.importKey = null
}
CALL (factIds) {
  UNWIND factIds + $facts AS id
  WITH DISTINCT id
  WITH id WHERE NOT EXISTS { MATCH ()-[f:FACT {brain: $brain, factId: id}]->() } AND NOT EXISTS { MATCH ()-[w:FACT_WAS {brain: $brain, factId: id}]->() }
  RETURN collect(id) AS facts
}
RETURN versions, facts
