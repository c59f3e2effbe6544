// The key whose secret, or whose secret before the last rotation, has a hash. Parameters: $hash STRING (SHA-256 of the secret, hex).
// Returns no row if the hash is unknown.
CYPHER 25
CALL () {
  MATCH (k:ApiKey {hash: $hash})
  RETURN k
  UNION
  MATCH (k:ApiKey {oldHash: $hash}) USING INDEX SEEK k:ApiKey(oldHash)
  RETURN k
}
WITH k
// include: access/key_row
