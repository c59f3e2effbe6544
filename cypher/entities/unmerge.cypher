// Takes a merge back: the entity is separate again, with everything that had been merged into it.
// Mode: WRITE. Parameters: $brain STRING, $id STRING (the entity), $merge STRING (id of the merge), $under LIST<STRING>
// (everything merged into it, over any number of steps), $returned LIST<MAP> {id, set MAP} (entities that give back what was
// lent), $recordedAt DATETIME
CYPHER 25
MATCH (b:Entity {brain: $brain, id: $id})-[m:MERGED_INTO {mergeId: $merge}]->()
SET m.expiredAt = $recordedAt, b.mergedInto = null, b.profileRefreshedAt = null, b.digestRefreshedAt = null
WITH b
CALL (b) {
  UNWIND $under AS id
  MATCH (x:Entity {brain: $brain, id: id})
  SET x.mergedInto = b.id
}
CALL () {
  UNWIND $returned AS one
  MATCH (x:Entity {brain: $brain, id: one.id})
  SET x += one.set, x.profileRefreshedAt = null, x.digestRefreshedAt = null
}
RETURN b.id AS id
