// Adds lines to the audit log. A line that is there already stays, so that the statement can be sent again. Mode: WRITE.
// Parameters: $lines LIST<MAP> {id STRING, at ZONED DATETIME, keyId STRING|null, keyName STRING, key STRING, operation STRING,
// brain STRING|null, status INTEGER|null, ids LIST<STRING>, idsComplete BOOLEAN, kinds LIST<STRING>}
CYPHER 25
UNWIND $lines AS line
MERGE (l:AuditLine {id: line.id})
  ON CREATE SET l += line
