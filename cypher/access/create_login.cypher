// Stores a login. The token itself is not a parameter.
// Parameters: $id STRING (SHA-256 of the token, hex), $keyId STRING|null (null = the administrator's key), $proof STRING|null (of the
// administrator's key), $hours FLOAT (until it ends)
CYPHER 25
CREATE (l:Login {id: $id, keyId: $keyId, proof: $proof, createdAt: datetime.realtime(),
  endsAt: datetime.realtime() + duration({seconds: $hours * 3600})})
