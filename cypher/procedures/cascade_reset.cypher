// The cascade, second step: all facts that rest, over any number of levels, on the changed facts are reset to holding nowhere,
// so that facts that rest only on each other do not hold (least fixpoint, docs/time.md, R7).
// Mode: WRITE. Parameters: $brain STRING, $roots LIST<STRING> (changed facts), $resting LIST<STRING> (resting facts just
// settled)
// Returns one row per resting fact: factId, subjectId, relation, objectId, depth (steps from the nearest changed fact)
CYPHER 25
CALL () {
  UNWIND $roots AS root
  MATCH (r:FactRef {brain: $brain, factId: root})
  MATCH p = (r)<-[:RESTS_ON*1..]-(d)
  RETURN d, min(length(p)) AS depth
  UNION
  UNWIND $resting AS id
  MATCH (d:FactRef {brain: $brain, factId: id})
  RETURN d, 0 AS depth
  UNION
  UNWIND $resting AS id
  MATCH (:FactRef {brain: $brain, factId: id})-[:RESTS_ON]->(d:FactRef)-[:RESTS_ON {carried: true}]->()
  RETURN d, 0 AS depth
  UNION
  UNWIND $resting AS id
  MATCH (r:FactRef {brain: $brain, factId: id})
  MATCH p = (r)<-[:RESTS_ON*1..]-(d)
  RETURN d, min(length(p)) AS depth
}
WITH d, min(depth) AS depth
SET d.limit = datetime('0001-01-01T00:00:00Z'), d.because = null
RETURN d.factId AS factId, d.subjectId AS subjectId, d.relation AS relation, d.objectId AS objectId, depth
