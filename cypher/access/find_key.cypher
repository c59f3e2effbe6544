// The key with a hash. Parameters: $hash STRING (SHA-256 of the key, hex). Returns no row if the hash is unknown.
CYPHER 25
MATCH (k:ApiKey {hash: $hash})
// include: access/key_row
