// Fragment: a key as a row. Parameters: none. Needs k, an ApiKey.
RETURN k.id AS id, k.hash AS hash, k.oldHash AS old_hash, k.prefix AS prefix, k.name AS name, k.brains AS brains, k.scopes AS scopes,
  k.createdAt AS created_at, k.expiresAt AS expires_at, k.revokedAt AS revoked_at, k.lastUsedAt AS last_used_at,
  k.rotatedAt AS rotated_at, CASE WHEN k.oldHashUntil > datetime.realtime() THEN k.oldHashUntil END AS old_secret_until
