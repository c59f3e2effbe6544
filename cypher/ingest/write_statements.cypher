// Stage 7: the statements of a commit, and what they rest on or wait for.
// Mode: WRITE, after write_nodes. Parameters (times are RFC 3339 texts):
//   $brain STRING, $token STRING, $stamp DATETIME (of the commit's first record)
//   $statements [{n, episodeId, props MAP, at, until, occurredAt, because}]
//                            because: the id of the statement that an end rests on, or null
//   $conditions [{statementId, waits, relation, relationType MAP, create MAP}]
//   $boosted [{id, by}]      known facts that were repeated or are similar, and their gain in stability, up to 1
CYPHER 25 replan=skip
WITH $stamp AS stamp
CALL () {
  UNWIND $boosted AS x
  CALL (x) {
    MATCH ()-[f:FACT {brain: $brain, factId: x.id}]->()
    RETURN f
  }
  SET f.stability = CASE WHEN coalesce(f.stability, 0.1) + x.by > 1 THEN 1.0 ELSE coalesce(f.stability, 0.1) + x.by END
}
CALL (stamp) {
  UNWIND $statements AS x
  CREATE (s:Statement)
  SET s = x.props, s.brain = $brain, s.brainToken = $token, s.recordedAt = stamp + duration({microseconds: x.n}),
      s.at = datetime(x.at), s.until = datetime(x.until), s.occurredAt = datetime(x.occurredAt)
  WITH s, x WHERE x.episodeId IS NOT NULL
  CALL (x) {
    MATCH (ep:Episode {brain: $brain, id: x.episodeId})
    RETURN ep
  }
  CREATE (ep)-[:STATES]->(s)
}
CALL () {
  UNWIND [x IN $statements WHERE x.because IS NOT NULL] AS x
  MATCH (e:Statement {brain: $brain, id: x.props.id})
  MATCH (s:Statement {brain: $brain, id: x.because})
  CREATE (e)-[:BECAUSE_OF]->(s)
}
CALL () {
  UNWIND $conditions AS x
  MATCH (s:Statement {brain: $brain, id: x.statementId})
  CREATE (c:Condition)
  SET c = x.create
  FOREACH (waits IN CASE WHEN x.waits THEN [1] ELSE [] END | CREATE (s)-[:STARTS_WHEN]->(c))
  FOREACH (rests IN CASE WHEN x.waits THEN [] ELSE [1] END | CREATE (s)-[:HOLDS_WHILE]->(c))
  MERGE (t:RelationType {brain: $brain, name: x.relation}) ON CREATE SET t += x.relationType, t.usageCount = 0
  SET t.watched = true
}
