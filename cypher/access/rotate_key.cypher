// Gives a key a new secret; the one before stays valid for some time. A key that was revoked or has expired stays as it is.
// Parameters: $id STRING, $hash STRING (SHA-256 of the new secret, hex), $prefix STRING (how it begins), $graceMs INTEGER
// Returns no row if there is no such key.
CYPHER 25
MATCH (k:ApiKey {id: $id})
SET k.lockedAt = timestamp()
WITH k, datetime.realtime() AS now
FOREACH (_ IN CASE WHEN k.revokedAt IS NULL AND coalesce(k.expiresAt > now, true) THEN [1] ELSE [] END |
  SET k.oldHash = k.hash, k.oldHashUntil = now + duration({milliseconds: $graceMs}), k.hash = $hash, k.prefix = $prefix,
      k.rotatedAt = now)
SET k.lockedAt = null
WITH k
// include: access/key_row
