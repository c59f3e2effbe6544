// What a person says of an entity that has just been made. Mode: WRITE. Parameters: $brain STRING, $id STRING, $set MAP
CYPHER 25
MATCH (e:Entity {brain: $brain, id: $id})
SET e += $set
RETURN e.id AS id
