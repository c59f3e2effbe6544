// graphmem.dependents, one step: what rests on some facts by evidence or by a condition, and what waits for them. The callers repeat
// it with what it found, until nothing new comes.
//
// Mode: READ. Parameters: $brain STRING, $facts LIST<STRING> (ids of facts; of a fact that waits, the id of its statement)
// Returns one row a link: factId STRING (of the dependent; where it waits, the id of its statement), restsOn STRING (one of $facts),
// kind 'evidence' | 'holds_while' | 'starts_when', condition MAP {subject, relation, object, event} or null, fact RELATIONSHIP (FACT,
// or FACT_WAS of one that is no longer believed; null while it waits), text STRING, path PATH (from the statement to the condition, or
// between the FactRef of the two, so that Neo4j Browser draws it)
//
// A condition with an object names the fact of that value. One without object names the values that held when it was said, by what
// had been said by then, or else the first one that became known. What waits is also named by the fact with which it has begun.
CYPHER 25
UNWIND $facts AS id
CALL (id) {
  MATCH (a)-[f:FACT {brain: $brain, factId: id}]->(o)
  RETURN f {.subjectId, .relation, .objectId, .tStart, .tEnd, .firstStatedAt, said: f.statementIds, subject: a.name, object: coalesce(o.name, o.text)} AS ground, 2 AS rank
  UNION ALL
  MATCH (s:Statement {brain: $brain, id: id}) WHERE s.waits AND s.withdrawnAt IS NULL
  RETURN s {.subjectId, .relation, .objectId, tStart: null, tEnd: null, firstStatedAt: s.occurredAt, said: [s.id], subject: s.subjectSaid, object: s.objectSaid} AS ground, 1 AS rank
  UNION ALL
  MATCH (a)-[f:FACT_WAS {brain: $brain, factId: id}]->(o)
  WITH a, f, o ORDER BY f.expiredAt DESC LIMIT 1
  RETURN f {.subjectId, .relation, .objectId, .tStart, .tEnd, .firstStatedAt, said: f.statementIds, subject: a.name, object: coalesce(o.name, o.text)} AS ground, 0 AS rank
}
WITH id, ground ORDER BY rank DESC
WITH id, head(collect(ground)) AS ground
OPTIONAL MATCH (rt:RelationType {brain: $brain, name: ground.relation})
WITH id, ground, coalesce(rt.symmetric, false) AS both
CALL (id, ground, both) {
  UNWIND ground.said AS sid
  MATCH path = (:FactRef {brain: $brain, factId: sid})<-[:RESTS_ON]-(ref:FactRef)
  CALL (ref) {
    MATCH (s:Statement {brain: $brain, id: ref.factId})
    RETURN s
  }
  RETURN s, 'evidence' AS kind, null AS condition, path
  UNION ALL
  UNWIND [{end: ground.subjectId, seen: ground.objectId, name: ground.object}]
    + CASE WHEN both THEN [{end: ground.objectId, seen: ground.subjectId, name: ground.subject}] ELSE [] END AS view
  UNWIND [view.end] + COLLECT { MATCH (e:Entity)-[m:MERGED_INTO*1..]->(:Entity {brain: $brain, id: view.end}) WHERE all(y IN m WHERE y.expiredAt IS NULL) RETURN e.id } AS watchedId
  MATCH (c:Condition {brain: $brain, subjectId: watchedId, relation: ground.relation}) USING INDEX SEEK c:Condition(brain, subjectId, relation)
  MATCH path = (s:Statement)-[link:HOLDS_WHILE|STARTS_WHEN]->(c)
  OPTIONAL CALL (view, ground, both, s) {
    MATCH ()-[g:FACT {brain: $brain, subjectId: view.end, relation: ground.relation}]->() USING INDEX SEEK g:FACT(brain, subjectId, relation, objectId)
    WHERE g.objectId IS NOT NULL AND g.tEnd > s.occurredAt
    RETURN g
    UNION
    MATCH ()-[g:FACT {brain: $brain, objectId: view.end, relation: ground.relation}]->() USING INDEX SEEK g:FACT(brain, objectId, relation)
    WHERE both AND g.tEnd > s.occurredAt
    RETURN g
  }
  WITH id, ground, view, c, s, link, path, collect(g {.factId, .tStart, known: g.tStart <= s.occurredAt AND g.firstStatedAt <= s.occurredAt}) AS values
  WITH id, ground, view, c, s, link, path, [v IN values WHERE v.known] AS then, values
  WITH *, CASE WHEN then <> [] THEN [v IN then | v.factId]
    ELSE [v IN values WHERE v.tStart = reduce(t = values[0].tStart, w IN values | CASE WHEN w.tStart < t THEN w.tStart ELSE t END) | v.factId] END AS bound
  OPTIONAL CALL (s) {
    MATCH ()-[d:FACT {brain: $brain, subjectId: s.subjectId, relation: s.relation, objectId: s.objectId}]->() USING INDEX SEEK d:FACT(brain, subjectId, relation, objectId)
    WHERE s.id IN d.statementIds
    RETURN min(d.tStart) AS begun
  }
  WITH * WHERE CASE
    WHEN c.objectId IS NOT NULL THEN c.objectId = view.seen OR toLower(c.objectSaid) = toLower(view.name)
      OR EXISTS { MATCH (:Entity {brain: $brain, id: c.objectId})-[m:MERGED_INTO*1..]->(:Entity {id: view.seen}) WHERE all(y IN m WHERE y.expiredAt IS NULL) }
    WHEN type(link) = 'HOLDS_WHILE' THEN id IN bound OR (ground.tStart IS NULL AND bound = [])
    WHEN c.event = 'begins' THEN ground.tStart IS NULL OR begun = ground.tStart
      OR (begun IS NULL AND NOT id IN [v IN then | v.factId] AND ground.tStart > s.occurredAt)
    ELSE id IN bound OR begun IN [ground.tStart, ground.tEnd] OR (ground.tStart IS NULL AND bound = []) END
  OPTIONAL MATCH (watched:Entity {brain: $brain, id: c.subjectId})
  OPTIONAL MATCH (value:Entity|Value {brain: $brain, id: c.objectId})
  OPTIONAL MATCH (hidden:Hidden {brain: $brain, id: c.objectId})
  RETURN s, CASE type(link) WHEN 'STARTS_WHEN' THEN 'starts_when' ELSE 'holds_while' END AS kind,
    {subject: watched.name, relation: c.relation, object: coalesce(value.name, value.text, CASE WHEN hidden IS NULL THEN c.objectSaid END), event: c.event} AS condition, path
}
WITH id, s, kind, condition, path WHERE s.withdrawnAt IS NULL AND s.action = 'holds'
CALL (s) {
  MATCH ()-[d:FACT {brain: $brain, subjectId: s.subjectId, relation: s.relation, objectId: s.objectId}]->() USING INDEX SEEK d:FACT(brain, subjectId, relation, objectId)
  WHERE s.id IN d.statementIds
  RETURN d, 3 AS rank, d.tStart AS at
  UNION ALL
  MATCH ()-[d:FACT {brain: $brain, subjectId: s.objectId, relation: s.relation, objectId: s.subjectId}]->() USING INDEX SEEK d:FACT(brain, subjectId, relation, objectId)
  WHERE s.id IN d.statementIds
  RETURN d, 3 AS rank, d.tStart AS at
  UNION ALL
  RETURN null AS d, CASE WHEN s.waits THEN 2 ELSE 0 END AS rank, null AS at
  UNION ALL
  MATCH ()-[d:FACT_WAS {brain: $brain, factId: s.factId}]->()
  RETURN d, 1 AS rank, d.expiredAt AS at
}
WITH id, s, kind, condition, path, d, rank ORDER BY rank DESC, at DESC
WITH id, s, kind, condition, head(collect(path)) AS path, collect({d: d, rank: rank})[0] AS best
WITH id, s, kind, condition, path, best.d AS fact WHERE best.rank > 0
RETURN coalesce(fact.factId, s.id) AS factId, id AS restsOn, kind, condition, coalesce(fact.factText, s.text) AS text, fact, path
ORDER BY restsOn, kind, factId
