// Points statements to other ends. They remember their ends before any merge.
// Mode: WRITE. Parameters: $brain STRING, $rows LIST<MAP> {id, subjectId, subjectFrom, objectId, objectFrom}, $keys MAP entity
// id -> key
CYPHER 25
UNWIND $rows AS row
MATCH (s:Statement {brain: $brain, id: row.id})
SET s.subjectId = row.subjectId, s.subjectFrom = row.subjectFrom, s.subjectKey = coalesce($keys[row.subjectId], s.subjectKey),
    s.objectId = row.objectId, s.objectFrom = row.objectFrom, s.objectKey = coalesce($keys[row.objectId], s.objectKey)
RETURN count(s) AS pointed
