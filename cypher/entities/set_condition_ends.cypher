// Says of conditions which entities they are about. Mode: WRITE. Parameters: $brain STRING, $rows LIST<MAP> {id, subjectId, objectId}
CYPHER 25
UNWIND $rows AS row
MATCH (c:Condition {brain: $brain, id: row.id})
SET c.subjectId = row.subjectId, c.objectId = row.objectId
RETURN count(c) AS pointed
