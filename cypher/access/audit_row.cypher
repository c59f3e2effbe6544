// Fragment: a line of the audit log as a row. Parameters: none. Needs l, an AuditLine.
RETURN l.id AS id, l.at AS at, l.keyId AS key_id, l.keyName AS key_name, l.operation AS operation, l.brain AS brain,
  l.status AS status, l.ids AS ids, l.idsComplete AS ids_complete, l.kinds AS kinds
