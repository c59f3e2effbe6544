// Stores what a person states about an entity. The entity, and the names that the person gave, count as stated by a person.
// Mode: WRITE. Parameters: $brain STRING, $id STRING, $set MAP, $norms LIST<STRING> (the names they gave, normalised)
CYPHER 25
MATCH (e:Entity {brain: $brain, id: $id})
SET e += $set
WITH e
CALL (e) {
  UNWIND $norms AS norm
  MATCH (a:Alias {brain: $brain, norm: norm})-[r:ALIAS_OF]->(e)
  SET r.byHand = true
}
RETURN e.id AS id
