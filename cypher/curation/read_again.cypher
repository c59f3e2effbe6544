// Changes what statements say, as today's rules read them, and adds the ends that such a reading brings. A fact whose relation or end
// changes moves: its id stays, and its former state stays in FACT_WAS. Settling follows.
// Mode: WRITE, under the brain's lock. Parameters: $brain STRING, $recordedAt DATETIME, $relations [{name, create MAP}],
// $changes [{id, set MAP, was LIST<STRING> (relation, action and kind as stored before), moves BOOLEAN (its relation, its action or an
// end changes)}], $ends [{of STRING (id of the statement that brings it), id, set MAP}]
CYPHER 25
CALL () {
  UNWIND $relations AS x
  MERGE (t:RelationType {brain: $brain, name: x.name}) ON CREATE SET t += x.create
}
CALL () {
  UNWIND $ends AS x
  MATCH (s:Statement {brain: $brain, id: x.of})
  OPTIONAL MATCH (ep:Episode)-[:STATES]->(s)
  MERGE (e:Statement {brain: $brain, id: x.id})
    ON CREATE SET e += s {.*, id: x.id, factId: x.id, recordedAt: $recordedAt, evidence: null, importKey: null, verdict: null, objectLiteral: null}, e += x.set
  FOREACH (one IN CASE WHEN ep IS NULL THEN [] ELSE [ep] END | MERGE (one)-[:STATES]->(e))
}
CALL () {
  UNWIND [x IN $changes WHERE x.moves] AS x
  MATCH ()-[f:FACT {brain: $brain, factId: x.id}]->()
  WITH x, f, f {.*} AS state, startNode(f) AS subject, endNode(f) AS object
  CALL (x, state, subject, object) {
    WITH * WHERE state.recordedAt < $recordedAt
    CREATE (subject)-[w:FACT_WAS]->(object)
    SET w = state, w.expiredAt = $recordedAt, w.expiredReason = 'reread',
        w.embedding = CASE WHEN x.set.action = 'ends' THEN w.embedding END,
        w.embeddingBeside = CASE WHEN x.set.action = 'ends' THEN w.embeddingBeside END
  }
  DELETE f
  WITH collect({x: x, state: state}) AS left
  UNWIND [one IN left WHERE one.x.set.action = 'holds'] AS one
  WITH one.x AS x, one.state AS state
  MATCH (subject:Entity {brain: $brain, id: x.set.subjectId})
  MATCH (object:Entity|Value {brain: $brain, id: x.set.objectId})
  CREATE (subject)-[f:FACT]->(object)
  SET f = state, f.relation = x.set.relation, f.subjectId = x.set.subjectId, f.objectId = x.set.objectId, f.recordedAt = $recordedAt
}
CALL () {
  UNWIND $changes AS x
  MATCH (s:Statement {brain: $brain, id: x.id})
  SET s += x.set, s.readAgainAt = $recordedAt, s.storedAs = x.was
  WITH s
  MATCH (ref:FactRef {brain: $brain, factId: s.id}) WHERE ref.subjectId IS NOT NULL
  SET ref.subjectId = s.subjectId, ref.relation = s.relation, ref.objectId = s.objectId
}
