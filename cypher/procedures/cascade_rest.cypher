// The cascade, first step: updates which facts rest on which evidence, for the groups just settled.
// Mode: WRITE. Parameters: $brain STRING, $pairs LIST<MAP> {subjectId, relation, objectId, among}, $resting LIST<MAP> {factId,
// own, start, sets LIST<STRING> ("a&b" = both; one element per set), members LIST<STRING> (its statements), subjectId,
// relation, objectId}, $touched LIST<STRING> (statements of the facts that changed)
// Every resting fact and every member of its evidence has a light :FactRef; -[:RESTS_ON {set}]-> leads to the evidence.
// A fact is named by its first statement. If two periods have become one, the later one's name stays valid as evidence: it
// rests on the fact that has its statement now (`carried`), as long as that is another fact.
CYPHER 25
CALL () {
  UNWIND $pairs AS pair
  OPTIONAL MATCH (rt:RelationType {brain: $brain, name: pair.relation})
  WITH pair, CASE WHEN pair.among IS NOT NULL THEN pair.among WHEN rt.symmetric AND pair.objectId IS NOT NULL THEN [pair.subjectId, pair.objectId]
    ELSE [pair.subjectId] END AS ids
  UNWIND ids AS id
  MATCH (ref:FactRef {brain: $brain, subjectId: id, relation: pair.relation})-[old:RESTS_ON]->()
  WHERE (pair.among IS NOT NULL OR pair.objectId IS NULL OR ref.objectId = pair.objectId OR (ref.objectId = pair.subjectId AND id <> pair.subjectId))
    AND old.carried IS NULL
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
CALL () {
  CALL () {
    UNWIND $touched AS id
    RETURN id
    UNION
    UNWIND $resting AS x
    UNWIND x.members AS id
    RETURN id
    UNION
    UNWIND $resting AS x
    UNWIND x.sets AS one
    UNWIND split(one, '&') AS id
    RETURN id
  }
  MATCH (ref:FactRef {brain: $brain, factId: id}) WHERE EXISTS { (ref)<-[:RESTS_ON]-() }
  OPTIONAL MATCH (ref)-[old:RESTS_ON {carried: true}]->()
  DELETE old
  WITH DISTINCT id, ref
  MATCH (s:Statement {brain: $brain, id: id})
  OPTIONAL MATCH ()-[f:FACT {brain: $brain, subjectId: s.subjectId, relation: s.relation, objectId: s.objectId}]->() USING INDEX f:FACT(brain, subjectId, relation, objectId) WHERE id IN f.statementIds
  OPTIONAL MATCH ()-[g:FACT {brain: $brain, subjectId: s.objectId, relation: s.relation, objectId: s.subjectId}]->() USING INDEX g:FACT(brain, subjectId, relation, objectId) WHERE id IN g.statementIds
  WITH id, ref, head(collect(coalesce(f.factId, g.factId))) AS fact
  WITH id, ref, coalesce(head([x IN $resting WHERE id IN x.members | x.factId]), fact) AS carrier
  WHERE carrier <> id
  SET ref.own = datetime('9999-12-31T00:00:00Z'), ref.start = datetime('0001-01-01T00:00:00Z'), ref.limit = ref.start
  MERGE (by:FactRef {brain: $brain, factId: carrier})
  MERGE (ref)-[:RESTS_ON {set: 0, carried: true}]->(by)
}
