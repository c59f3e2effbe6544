// A page of the audit log, newest first: ids begin with the time.
// Parameters: $since STRING (ids from here on), $before STRING (ids before this), $operation STRING|null, $limit INTEGER
CYPHER 25
MATCH (l:AuditLine) USING INDEX SEEK l:AuditLine(id)
WHERE l.id >= $since AND l.id < $before AND ($operation IS NULL OR l.operation = $operation)
WITH l ORDER BY l.id DESC LIMIT $limit
// include: access/audit_row
