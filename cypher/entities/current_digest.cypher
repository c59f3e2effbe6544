// A fragment: when the digest of an entity was written, if it is younger than every change of what it may rest on
// (entities/unchanged_since). To be included in a CALL (e, now).
// Variables: e NODE, now DATETIME. Parameter: $brain STRING. Returns: digestAt DATETIME|null (null = no digest, or an outdated one)
WITH e, now, CASE WHEN e.digest IS NOT NULL THEN e.digestRefreshedAt END AS writtenAt
RETURN CASE WHEN writtenAt IS NOT NULL AND
  // include: entities/unchanged_since
THEN writtenAt END AS digestAt
