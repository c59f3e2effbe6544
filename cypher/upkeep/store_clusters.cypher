// Stores clusters. Where `told` is null, only the place of the cluster is stored. A cluster is left out if since it was read a fact of it is gone,
// a fact that its summary tells has another version, a sentence that its writer was told is gone, or an entity that its title may name has another
// name; the next run takes it.
// Mode: WRITE, under the brain's lock. Parameters: $brain STRING, $rows LIST<MAP> {id STRING, level INTEGER, parentId STRING|null, told
// LIST<LIST>|null (factId, µs since 1970 of its version), and with told: title, summary, text STRING (what is embedded), vector VECTOR,
// entityIds LIST<STRING>, sentences LIST<LIST> (factId, sentence: what the writer was told), named LIST<LIST> (entity id, name), factIds LIST<STRING>,
// factCount INTEGER, basis STRING, seen INTEGER (the latest version in µs since 1970), at DATETIME}
// Returns one row: changed INTEGER
CYPHER 25
UNWIND $rows AS x
CALL (x) {
  WITH x WHERE x.told IS NULL
  MATCH (c:Cluster {brain: $brain, id: x.id})
  SET c.parentId = x.parentId
  RETURN 1 AS one
  UNION ALL
  WITH x WHERE x.told IS NOT NULL
    AND all(id IN x.factIds WHERE EXISTS { MATCH ()-[f:FACT {brain: $brain, factId: id}]->() USING INDEX SEEK f:FACT(brain, factId) })
    AND all(one IN x.told WHERE EXISTS {
      MATCH ()-[f:FACT {brain: $brain, factId: one[0]}]->()
      USING INDEX SEEK f:FACT(brain, factId)
      WHERE f.recordedAt.epochSeconds * 1000000 + f.recordedAt.microsecond = one[1]
    })
    AND all(one IN x.sentences WHERE EXISTS { MATCH ()-[f:FACT {brain: $brain, factId: one[0]}]->() USING INDEX SEEK f:FACT(brain, factId) WHERE f.factText = one[1] })
    AND all(one IN x.named WHERE EXISTS { MATCH (e:Entity {brain: $brain, id: one[0]}) USING INDEX SEEK e:Entity(brain, id) WHERE e.name = one[1] })
  MERGE (c:Cluster {brain: $brain, id: x.id})
    ON CREATE SET c.createdAt = x.at
  SET c.level = x.level, c.parentId = x.parentId, c.title = x.title, c.summary = x.summary, c.text = x.text, c.embedding = toFloatList(x.vector),
      c.embeddingBeside = null,
      c.entityIds = [id IN x.entityIds WHERE EXISTS { MATCH (there:Entity {brain: $brain, id: id}) USING INDEX SEEK there:Entity(brain, id) }], c.factIds = x.factIds, c.entityCount = size(x.entityIds), c.factCount = x.factCount,
      c.summaryFactIds = [one IN x.told | one[0]], c.basis = x.basis, c.seen = x.seen, c.refreshedAt = x.at
  RETURN 1 AS one
}
RETURN count(one) AS changed
