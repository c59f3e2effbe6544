// The cascade, first step: what rests on what, brought up to date for the groups just settled.
// Mode: WRITE. Parameters: $brain STRING, $pairs LIST<MAP> {subjectId, relation, objectId}, $resting LIST<MAP> {factId, own, start,
// sets LIST<STRING> ("a&b" = both, one set an element), subjectId, relation, objectId}
// Every resting fact and every member of its evidence has a light :FactRef; -[:RESTS_ON {set}]-> leads to the evidence.
CYPHER 25
CALL () {
  UNWIND $pairs AS pair
  MATCH (ref:FactRef {brain: $brain, subjectId: pair.subjectId, relation: pair.relation})-[old:RESTS_ON]->()
  WHERE pair.objectId IS NULL OR ref.objectId = pair.objectId
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
