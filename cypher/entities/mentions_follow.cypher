// Episodes that spoke of an entity while it was merged mention it, and no longer its heir, unless they say something of that one too.
// Mode: WRITE. Parameters: $brain STRING, $statements LIST<STRING> (that go to the entity), $from STRING (the heir), $to STRING
CYPHER 25
UNWIND $statements AS id
MATCH (s:Statement {brain: $brain, id: id})<-[:STATES]-(ep:Episode)
MATCH (e:Entity {brain: $brain, id: $to})
MERGE (ep)-[:MENTIONS]->(e)
WITH DISTINCT ep
MATCH (ep)-[m:MENTIONS]->(:Entity {brain: $brain, id: $from})
WHERE NOT EXISTS { MATCH (ep)-[:STATES]->(s:Statement) WHERE s.subjectId = $from OR s.objectId = $from }
DELETE m
