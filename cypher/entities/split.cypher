// Creates the entity that is split off from another, with its names, and lets sentences of some episodes name it instead.
// Mode: WRITE. Parameters: $brain STRING, $token STRING, $create MAP, $vector LIST|null, $names [{norm, name, byHand BOOLEAN|null}], $type
// STRING, $from LIST<STRING> (the other one, and what is merged into it), $episodes LIST<STRING>, $recordedAt DATETIME
CYPHER 25
CREATE (e:Entity)
SET e = $create, e.embedding = toFloatList($vector), e.embeddingBeside = null, e.recordedAt = $recordedAt, e.firstSeenAt = $recordedAt, e.lastSeenAt = $recordedAt
WITH e
CALL (e) {
  UNWIND $names AS x
  MERGE (a:Alias {brain: $brain, norm: x.norm}) ON CREATE SET a.id = x.norm, a.name = x.name, a.brainToken = $token, a.recordedAt = $recordedAt
  WITH e, a, x, COUNT { (a)-[:ALIAS_OF]->() } AS rank
  CREATE (a)-[:ALIAS_OF {rank: rank, recordedAt: $recordedAt, byHand: x.byHand}]->(e)
}
CALL () {
  MERGE (t:EntityType {brain: $brain, name: $type}) ON CREATE SET t.id = $type, t.source = 'user_defined', t.usageCount = 0
  SET t.usageCount = t.usageCount + 1
}
CALL (e) {
  UNWIND $from AS id
  MATCH (x:Entity {brain: $brain, id: id})<-[n:NAMES]-(ref:FactRef) WHERE n.of IS NULL
  MATCH (s:Statement {brain: $brain, id: ref.factId}) WHERE any(one IN s.episodeIds WHERE one IN $episodes)
  MERGE (ref)-[:NAMES]->(e)
  DELETE n
}
RETURN e.id AS id
