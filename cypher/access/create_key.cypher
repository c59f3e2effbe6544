// Creates an API key. The key itself is not a parameter.
// Parameters: $id STRING, $hash STRING (SHA-256 of the key, hex), $prefix STRING (how the key begins), $name STRING,
// $brains LIST<STRING> (exact names, or *), $scopes LIST<STRING>, $expiresAt ZONED DATETIME|null
CYPHER 25
CREATE (k:ApiKey {id: $id, hash: $hash, prefix: $prefix, name: $name, brains: $brains, scopes: $scopes,
  createdAt: datetime.realtime(), expiresAt: $expiresAt})
WITH k
// include: access/key_row
