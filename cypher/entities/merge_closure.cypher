// Entities with everything merged into them now, over any number of steps. For a merged entity its whole family is returned.
// Parameters: $brain STRING, $ids LIST<STRING>
// Returns rows: rootId, entity MAP {id, key, name, externalId, summary, properties}, norms LIST<STRING>
// (its own names, normalised), episodes INTEGER (that mention it), merge MAP {id, into, recordedAt, gave} or null for the root
CYPHER 25
UNWIND $ids AS id
MATCH (e:Entity {brain: $brain, id: id})
WITH DISTINCT e, datetime('9999-12-31T00:00:00Z') AS known
CALL (e, known) {
  // include: entities/survivor
}
WITH DISTINCT survivor AS root
MATCH (x:Entity)-[way:MERGED_INTO*0..]->(root)
WHERE all(m IN way WHERE m.expiredAt IS NULL)
RETURN root.id AS rootId,
  x {.id, .key, .name, .externalId, .summary, .properties} AS entity,
  COLLECT { MATCH (a:Alias)-[r:ALIAS_OF]->(x) WHERE r.of IS NULL RETURN a.norm } AS norms,
  COUNT { (x)<-[:MENTIONS]-() } AS episodes,
  CASE WHEN size(way) = 0 THEN null ELSE {id: way[0].mergeId, into: endNode(way[0]).id, recordedAt: way[0].recordedAt, gave: way[0].gave} END AS merge
