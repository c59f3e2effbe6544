// One merge of an entity, also if it was taken back.
// Parameters: $brain STRING, $id STRING (the entity), $merge STRING (id of the merge)
// Returns a row: into STRING, recordedAt, expiredAt (null = it holds)
CYPHER 25
MATCH (b:Entity {brain: $brain, id: $id})-[m:MERGED_INTO {mergeId: $merge}]->(a)
RETURN a.id AS into, m.recordedAt AS recordedAt, m.expiredAt AS expiredAt
