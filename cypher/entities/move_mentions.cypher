// Moves mentions after an unmerge or a split: episodes that spoke of an entity while it was another one mention it instead, unless
// they also state something about that other one.
// Mode: WRITE. Parameters: $brain STRING, $statements LIST<STRING> (that go to the entity), $episodes LIST<STRING> (further ones that
// mention it), $from LIST<STRING> (the other one, and what is merged into it), $to STRING
CYPHER 25
MATCH (e:Entity {brain: $brain, id: $to})
CALL () {
  UNWIND $statements AS id
  MATCH (s:Statement {brain: $brain, id: id})<-[:STATES]-(ep:Episode)
  RETURN ep
  UNION
  UNWIND $episodes AS id
  MATCH (ep:Episode {brain: $brain, id: id})-[:MENTIONS]->(x:Entity) WHERE x.id IN $from
  RETURN ep
}
MERGE (ep)-[:MENTIONS]->(e)
WITH DISTINCT ep
MATCH (ep)-[m:MENTIONS]->(x:Entity)
WHERE x.id IN $from AND NOT EXISTS { MATCH (ep)-[:STATES]->(s:Statement) WHERE s.subjectId IN $from OR s.objectId IN $from }
DELETE m
