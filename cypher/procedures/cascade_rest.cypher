// The cascade, first step: what rests on what, brought up to date for the groups just settled.
// Mode: WRITE. Parameters: $brain STRING, $pairs LIST<MAP> {subjectId, relation, objectId, among}, $resting LIST<MAP> {factId, own, start,
// sets LIST<STRING> ("a&b" = both, one set an element), subjectId, relation, objectId}
// Every resting fact and every member of its evidence has a light :FactRef; -[:RESTS_ON {set}]-> leads to the evidence.
CYPHER 25
CALL () {
  UNWIND $pairs AS pair
  OPTIONAL MATCH (rt:RelationType {brain: $brain, name: pair.relation})
  WITH pair, CASE WHEN pair.among IS NOT NULL THEN pair.among WHEN rt.symmetric AND pair.objectId IS NOT NULL THEN [pair.subjectId, pair.objectId]
    ELSE [pair.subjectId] END AS ids
  UNWIND ids AS id
  MATCH (ref:FactRef {brain: $brain, subjectId: id, relation: pair.relation})-[old:RESTS_ON]->()
  WHERE pair.among IS NOT NULL OR pair.objectId IS NULL OR ref.objectId = pair.objectId OR (ref.objectId = pair.subjectId AND id <> pair.subjectId)
  DELETE old
}
CALL () {
  UNWIND $resting AS x
  MERGE (ref:FactRef {brain: $brain, factId: x.factId})
  SET ref.subjectId = x.subjectId, ref.relation = x.relation, ref.objectId = x.objectId, ref.own = x.own, ref.start = x.start,
      ref.limit = coalesce(ref.limit, datetime('0001-01-01T00:00:00Z'))
  WITH ref, x
  OPTIONAL MATCH (ref)-[old:RESTS_ON]->()
  DELETE old
  WITH DISTINCT ref, x
  UNWIND range(0, size(x.sets) - 1) AS i
  UNWIND split(x.sets[i], '&') AS member
  MERGE (m:FactRef {brain: $brain, factId: member})
  MERGE (ref)-[:RESTS_ON {set: i}]->(m)
}
