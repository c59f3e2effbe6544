// Edges to merged entities also lead to their survivor: names, mentions and third entities in facts. Such an edge has `of`, the
// entity on whose behalf it exists. These edges are created again from the entities' own edges; their first and last times are
// derived.
// Mode: WRITE. Parameters: $brain STRING, $roots LIST<MAP> {id, family LIST<STRING> (everything merged into it)}
CYPHER 25
UNWIND $roots AS root
MATCH (r:Entity {brain: $brain, id: root.id})
CALL (r) {
  MATCH (r)<-[o:ALIAS_OF]-() WHERE o.rankOwn IS NOT NULL
  SET o.rank = o.rankOwn, o.rankOwn = null
}
CALL (r) {
  MATCH (r)<-[o:ALIAS_OF|MENTIONS|NAMES]-() WHERE o.of IS NOT NULL
  DELETE o
}
CALL (r, root) {
  UNWIND root.family AS id
  MATCH (x:Entity {brain: $brain, id: id})<-[b:ALIAS_OF]-(a:Alias) WHERE b.of IS NULL
  WITH r, a, collect(id) AS of, min(coalesce(b.rankOwn, b.rank)) AS rank, min(b.recordedAt) AS recordedAt,
    CASE WHEN count(b.guess) = count(b) THEN min(b.guess) END AS guess
  MERGE (a)-[o:ALIAS_OF]->(r) ON CREATE SET o.of = of, o.recordedAt = recordedAt, o.rank = rank, o.guess = guess
  WITH o, rank WHERE o.rank > rank
  SET o.rankOwn = o.rank, o.rank = rank
}
CALL (r, root) {
  UNWIND root.family AS id
  MATCH (x:Entity {brain: $brain, id: id})<-[m:MENTIONS]-(ep:Episode) WHERE m.of IS NULL
  WITH r, ep, collect(id) AS of
  MERGE (ep)-[o:MENTIONS]->(r) ON CREATE SET o.of = of
}
CALL (r, root) {
  UNWIND root.family AS id
  MATCH (x:Entity {brain: $brain, id: id})<-[n:NAMES]-(ref:FactRef) WHERE n.of IS NULL
  WITH r, ref, collect(id) AS of
  MERGE (ref)-[o:NAMES]->(r) ON CREATE SET o.of = of
}
CALL (r) {
  MATCH (r)<-[:MENTIONS]-(ep:Episode)
  RETURN min(ep.occurredAt) AS first, max(ep.occurredAt) AS last
  UNION ALL
  MATCH (s:Statement {brain: $brain, subjectId: r.id}) USING INDEX SEEK s:Statement(brain, subjectId, relation, objectId) WHERE s.relation IS NOT NULL AND s.objectId IS NOT NULL
  RETURN min(s.occurredAt) AS first, max(s.occurredAt) AS last
  UNION ALL
  MATCH (s:Statement {brain: $brain, objectId: r.id}) USING INDEX SEEK s:Statement(brain, objectId, relation) WHERE s.relation IS NOT NULL
  RETURN min(s.occurredAt) AS first, max(s.occurredAt) AS last
  UNION ALL
  WITH r WHERE r.origin = 'manual'
  RETURN r.recordedAt AS first, r.recordedAt AS last
}
WITH r, min(first) AS first, max(last) AS last
SET r.firstSeenAt = coalesce(first, r.firstSeenAt), r.lastSeenAt = coalesce(last, r.lastSeenAt)
RETURN r.id AS id
