// Merges entities into another. They stay as tombstones, and so does everything merged into them before.
// Mode: WRITE. Parameters: $brain STRING, $into STRING, $merges LIST<MAP> {id (of the merge), from, gave STRING (JSON: what it
// lent)}, $under LIST<STRING> (everything that is merged now, over any number of steps), $set MAP (properties that the survivor
// takes over), $recordedAt DATETIME
CYPHER 25
MATCH (a:Entity {brain: $brain, id: $into})
SET a += $set, a.profileRefreshedAt = null, a.digestRefreshedAt = null
WITH a
CALL (a) {
  UNWIND $merges AS one
  MATCH (b:Entity {brain: $brain, id: one.from})
  CREATE (b)-[m:MERGED_INTO {brain: $brain}]->(a)
  SET m.mergeId = one.id, m.recordedAt = $recordedAt, m.gave = one.gave
}
CALL (a) {
  UNWIND $under AS id
  MATCH (x:Entity {brain: $brain, id: id})
  SET x.mergedInto = a.id
}
RETURN a.id AS id
