// A fragment: the columns of an item. Variables: n NODE, score FLOAT|null (how alike it is to a question).
// Columns: id, path, key, value STRING (JSON), version, created_at, updated_at, expires_at, ttl_sec, score
n.id AS id, n.path AS path, n.key AS key, n.value AS value, n.version AS version, n.createdAt AS created_at,
n.updatedAt AS updated_at, n.expiresAt AS expires_at, n.ttlSec AS ttl_sec, score
