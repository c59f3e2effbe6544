// Changes an entity by hand. Its previous name, and names that are removed, stay with the time until which it had them.
// Mode: WRITE. Parameters: $brain STRING, $token STRING, $id STRING, $set MAP, $was STRING|null (the previous name, if it
// changes), $vectors LIST<VECTOR|null> (that of the new name, null = it has none yet; [] = as it is), $add LIST<MAP> {norm, name}, $remove LIST<STRING> (norms), $types
// LIST<STRING> (a new type), $recordedAt DATETIME
CYPHER 25
MATCH (e:Entity {brain: $brain, id: $id})
FOREACH (was IN CASE WHEN $was IS NULL THEN [] ELSE [$was] END |
  SET e.namesWas = coalesce(e.namesWas, []) + was, e.namesUntil = coalesce(e.namesUntil, []) + $recordedAt)
FOREACH (vector IN $vectors | SET e.embedding = toFloatList(vector), e.embeddingBeside = null)
SET e += $set, e.profileRefreshedAt = null, e.digestRefreshedAt = null
WITH e
CALL (e) {
  UNWIND $remove AS norm
  MATCH (a:Alias {brain: $brain, norm: norm})-[r:ALIAS_OF]->(x:Entity) WHERE x.id = e.id OR x.mergedInto = e.id
  FOREACH (own IN CASE WHEN r.of IS NULL THEN [x] ELSE [] END |
    CREATE (a)-[:ALIAS_WAS {recordedAt: r.recordedAt, removedAt: $recordedAt, rank: r.rank}]->(own))
  DELETE r
}
CALL (e) {
  UNWIND $add AS x
  MERGE (a:Alias {brain: $brain, norm: x.norm}) ON CREATE SET a.id = x.norm, a.name = x.name, a.brainToken = $token, a.recordedAt = $recordedAt
  WITH e, a, COUNT { (a)-[:ALIAS_OF]->() } AS rank
  MERGE (a)-[r:ALIAS_OF]->(e) ON CREATE SET r.rank = rank, r.recordedAt = $recordedAt
  SET r.of = null, r.guess = null, r.byHand = true
}
CALL () {
  UNWIND $types AS name
  MERGE (t:EntityType {brain: $brain, name: name}) ON CREATE SET t.id = name, t.source = 'user_defined', t.usageCount = 0
  SET t.usageCount = t.usageCount + 1
}
RETURN e.id AS id
