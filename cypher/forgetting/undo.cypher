// Undoes a request to forget: nodes, statements and versions come back, with the names that belong to them. Where a value or an entity
// has been told again since, what comes back leads to that one.
// Mode: WRITE, under the brain's lock; forgetting/undo_texts follows, then the groups of the returned pairs are to be settled.
// Parameters: $brain STRING, $request STRING, $recordedAt DATETIME
// Returns one row: statements INTEGER, pairs [{subjectId, relation, objectId}]
CYPHER 25
CALL () {
  MATCH (s:Hidden {brain: $brain, hiddenBy: $request}) WHERE s.hiddenLabel = 'Statement'
  RETURN collect(s) AS said
}
CALL (said) {
  CALL (said) {
    UNWIND said AS s
    UNWIND [s.subjectId, s.objectId] + COLLECT { MATCH (s)-[:HOLDS_WHILE|STARTS_WHEN]->(c) UNWIND [c.subjectId, c.objectId] AS id WITH id WHERE id IS NOT NULL RETURN id } AS id
    MATCH (n:Hidden {brain: $brain, id: id}) WHERE n.hiddenLabel IN ['Entity', 'Value']
    RETURN n
    UNION
    MATCH (n:Hidden {brain: $brain, hiddenBy: $request}) WHERE n.hiddenLabel IN ['Entity', 'Value']
    RETURN n
  }
  OPTIONAL CALL (n) {
    MATCH (e:Entity {brain: $brain, key: n.key}) WHERE n.hiddenLabel = 'Entity'
    RETURN e AS there
    UNION
    MATCH (v:Value {brain: $brain, key: n.key}) WHERE n.hiddenLabel = 'Value'
    RETURN v AS there
  }
  RETURN collect({n: n, there: there}) AS ends
}
CALL (ends) {
  UNWIND [x IN ends WHERE x.there IS NULL] AS x
  WITH x.n AS n
  CALL (n) {
    MATCH (a:Hidden {brain: $brain}) WHERE a.id >= '' AND a.hiddenLabel = 'Alias' AND a.hiddenWith = n.id
    OPTIONAL MATCH (taken:Alias {brain: $brain, norm: a.norm})
    RETURN collect({a: a, taken: taken}) AS names
  }
  FOREACH (a IN [z IN names WHERE z.taken IS NULL | z.a] | REMOVE a:Hidden SET a:Alias, a.hiddenLabel = null, a.hiddenBy = null, a.hiddenWith = null)
  FOREACH (t IN [z IN names WHERE z.taken IS NOT NULL | z.taken] | MERGE (t)-[of:ALIAS_OF]->(n) ON CREATE SET of.rank = 9, of.recordedAt = $recordedAt)
  FOREACH (a IN [z IN names WHERE z.taken IS NOT NULL | z.a] | DETACH DELETE a)
  FOREACH (e IN CASE WHEN n.hiddenLabel = 'Entity' THEN [n] ELSE [] END | REMOVE e:Hidden SET e:Entity, e.hiddenLabel = null, e.hiddenBy = null)
  FOREACH (v IN CASE WHEN n.hiddenLabel = 'Value' THEN [n] ELSE [] END | REMOVE v:Hidden SET v:Value, v.hiddenLabel = null, v.hiddenBy = null)
  RETURN collect(n.id) AS returned
}
CALL (said) {
  UNWIND said AS s
  SET s.away = CASE WHEN s.withdrawnBy = $request THEN coalesce(s.away, []) + [s.withdrawnAt, $recordedAt] ELSE s.away END,
      s.awayBy = CASE WHEN s.withdrawnBy = $request THEN coalesce(s.awayBy, []) + [s.withdrawnBy] ELSE s.awayBy END
  FOREACH (x IN CASE WHEN s.withdrawnBy = $request THEN [s] ELSE [] END | SET x.withdrawnAt = null, x.withdrawnReason = null, x.withdrawnBy = null)
  REMOVE s:Hidden
  SET s:Statement, s.hiddenLabel = null, s.hiddenBy = null, s.hiddenAt = null
}
CALL () {
  MATCH ()-[h:FACT_HIDDEN {brain: $brain, hiddenBy: $request}]->()
  CALL (h) {
    UNWIND h.statementIds AS id
    MATCH (s:Hidden {brain: $brain, id: id}) WHERE s.hiddenLabel = 'Statement'
    RETURN head(collect(s.hiddenBy)) AS other
  }
  WITH h, other, startNode(h) AS subject, endNode(h) AS object, h.factId AS factId
  FOREACH (x IN CASE WHEN other IS NULL THEN [] ELSE [h] END | SET x.hiddenBy = other)
  FOREACH (x IN CASE WHEN other IS NULL THEN [h] ELSE [] END | CREATE (subject)-[w:FACT_WAS]->(object) SET w = properties(x), w.hiddenBy = null DELETE x)
  WITH factId, other WHERE other IS NULL
  RETURN collect(DISTINCT factId) AS restored
}
CALL (restored) {
  UNWIND restored AS id
  CALL (id) {
    MATCH ()-[w:FACT_WAS {brain: $brain, factId: id}]->() WHERE w.redactedBy = $request
    RETURN w
    UNION ALL
    MATCH ()-[w:FACT_HIDDEN {brain: $brain, factId: id}]->() WHERE w.redactedBy = $request
    RETURN w
  }
  DELETE w
}
CALL (ends, said) {
  UNWIND [x IN ends WHERE x.there IS NOT NULL] AS x
  WITH x.n AS n, x.n.id AS was, x.there AS there, said
  CALL (n, there, was) {
    MATCH (n)-[w:FACT_WAS|FACT_HIDDEN]->(o)
    FOREACH (k IN CASE WHEN type(w) = 'FACT_WAS' THEN [w] ELSE [] END | CREATE (there)-[c:FACT_WAS]->(o) SET c = properties(k), c.subjectId = there.id)
    FOREACH (k IN CASE WHEN type(w) = 'FACT_WAS' THEN [] ELSE [w] END | CREATE (there)-[c:FACT_HIDDEN]->(o) SET c = properties(k), c.subjectId = there.id)
    UNION
    MATCH (o)-[w:FACT_WAS|FACT_HIDDEN]->(n)
    FOREACH (k IN CASE WHEN type(w) = 'FACT_WAS' THEN [w] ELSE [] END | CREATE (o)-[c:FACT_WAS]->(there) SET c = properties(k), c.objectId = there.id)
    FOREACH (k IN CASE WHEN type(w) = 'FACT_WAS' THEN [] ELSE [w] END | CREATE (o)-[c:FACT_HIDDEN]->(there) SET c = properties(k), c.objectId = there.id)
  }
  CALL (said, was) {
    UNWIND said AS s
    RETURN s
    UNION
    MATCH (r:ForgetRequest {brain: $brain}) WHERE r.id >= ''
    MATCH (s:Hidden {brain: $brain, hiddenBy: r.id}) WHERE s.hiddenLabel = 'Statement' AND was IN [s.subjectId, s.objectId]
    RETURN s
  }
  WITH n, was, there, collect(s) AS saying
  FOREACH (s IN [y IN saying WHERE y.subjectId = was] | SET s.subjectId = there.id)
  FOREACH (s IN [y IN saying WHERE y.objectId = was] | SET s.objectId = there.id)
  WITH n, was, there
  CALL (was, there) {
    MATCH (c:Condition {brain: $brain, subjectId: was}) USING INDEX SEEK c:Condition(brain, subjectId, relation) WHERE c.relation IS NOT NULL
    SET c.subjectId = there.id
  }
  CALL (was, there) {
    MATCH (c:Condition {brain: $brain, objectId: was}) USING INDEX SEEK c:Condition(brain, objectId)
    SET c.objectId = there.id
  }
  DETACH DELETE n
}
CALL (said) {
  UNWIND said AS s
  OPTIONAL MATCH (subject:Entity {brain: $brain, id: coalesce(s.subjectFrom, s.subjectId)})
  OPTIONAL MATCH (object:Entity {brain: $brain, id: coalesce(s.objectFrom, s.objectId)})
  SET s.subjectFrom = CASE WHEN subject.mergedInto IS NULL THEN null ELSE subject.id END, s.subjectId = coalesce(subject.mergedInto, subject.id, s.subjectId),
      s.objectFrom = CASE WHEN object.mergedInto IS NULL THEN null ELSE object.id END, s.objectId = coalesce(object.mergedInto, object.id, s.objectId)
}
MATCH (r:ForgetRequest {brain: $brain, id: $request})
SET r.undoneAt = $recordedAt
RETURN size(said) AS statements, COLLECT { UNWIND said AS s RETURN DISTINCT s {.subjectId, .relation, .objectId} } AS pairs
