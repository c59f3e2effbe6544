// A login with its key. Parameters: $id STRING (SHA-256 of the token, hex). Returns no row if the login is unknown.
// Returns: key_id STRING|null, proof STRING|null, ends_at DATETIME, key MAP|null (the properties of an ApiKey without its hash)
CYPHER 25
MATCH (l:Login {id: $id})
OPTIONAL MATCH (k:ApiKey {id: l.keyId})
RETURN l.keyId AS key_id, l.proof AS proof, l.endsAt AS ends_at,
  CASE WHEN k IS NULL THEN null ELSE {id: k.id, prefix: k.prefix, name: k.name, brains: k.brains, scopes: k.scopes,
    created_at: k.createdAt, expires_at: k.expiresAt, revoked_at: k.revokedAt, last_used_at: k.lastUsedAt} END AS key
