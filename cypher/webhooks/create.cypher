// Makes a webhook. Makes the brain if it is not there. Mode: WRITE.
// Parameters: $brain STRING, $id STRING, $url STRING, $kinds LIST<STRING>, $secret STRING
// Returns one row: createdAt DATETIME (of the brain), revision INTEGER (the latest of the brain)
CYPHER 25
// include: ingest/lock_brain
CREATE (w:Webhook {brain: $brain, id: $id})
SET w.url = $url, w.kinds = $kinds, w.secret = $secret, w.active = true, w.createdAt = datetime.realtime(), w.nextAt = datetime.realtime(),
    w.attempts = 0, w.madeAt = b.createdAt, w.fromRevision = b.revision
RETURN b.createdAt AS createdAt, b.revision AS revision
