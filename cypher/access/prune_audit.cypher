// Removes lines of the audit log that are too old, a few at a time; to be repeated until none is removed. Mode: WRITE.
// Parameters: $before STRING (ids before this), $limit INTEGER. Returns one row: removed INTEGER
CYPHER 25
MATCH (l:AuditLine) USING INDEX SEEK l:AuditLine(id)
WHERE l.id < $before
WITH l LIMIT $limit
DELETE l
RETURN count(*) AS removed
