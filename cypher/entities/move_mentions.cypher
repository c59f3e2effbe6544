// Moves mentions after an unmerge: episodes that spoke of an entity while it was merged mention it instead of its survivor, unless
// they also state something about the survivor.
// Mode: WRITE. Parameters: $brain STRING, $statements LIST<STRING> (that go to the entity), $from STRING (the survivor), $to STRING
CYPHER 25
UNWIND $statements AS id
MATCH (s:Statement {brain: $brain, id: id})<-[:STATES]-(ep:Episode)
MATCH (e:Entity {brain: $brain, id: $to})
MERGE (ep)-[:MENTIONS]->(e)
WITH DISTINCT ep
MATCH (ep)-[m:MENTIONS]->(:Entity {brain: $brain, id: $from})
WHERE NOT EXISTS { MATCH (ep)-[:STATES]->(s:Statement) WHERE s.subjectId = $from OR s.objectId = $from }
DELETE m
