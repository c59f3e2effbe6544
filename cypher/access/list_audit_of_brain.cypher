// A page of the audit log of a brain, newest first: ids begin with the time.
// Parameters: $brain STRING, $since STRING (ids from here on), $before STRING (ids before this), $key STRING|null (id of the key, else
// its name), $operation STRING|null, $limit INTEGER
CYPHER 25
MATCH (l:AuditLine {brain: $brain}) USING INDEX SEEK l:AuditLine(brain, id)
WHERE l.id >= $since AND l.id < $before
  AND ($key IS NULL OR l.key = $key) AND ($operation IS NULL OR l.operation = $operation)
WITH l ORDER BY l.id DESC LIMIT $limit
// include: access/audit_row
