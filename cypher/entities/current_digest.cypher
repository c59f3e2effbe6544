// A fragment: when the digest of an entity was written, if it is younger than every change of what it may rest on. As
// entities/current_profile, for the digest. To be included in a CALL (e, now).
// Variables: e NODE, now DATETIME. Parameter: $brain STRING. Returns: digestAt DATETIME|null (null = no digest, or an outdated one)
RETURN CASE WHEN e.digest IS NOT NULL AND e.digestRefreshedAt IS NOT NULL AND NOT EXISTS {
  MATCH (e)-[f:FACT|FACT_WAS]-()
  WHERE f.recordedAt > e.digestRefreshedAt OR f.expiredAt > e.digestRefreshedAt
    OR (type(f) = 'FACT' AND ((e.digestRefreshedAt < f.tEnd AND f.tEnd <= now) OR (e.digestRefreshedAt < f.tStart AND f.tStart <= now)))
} AND NOT EXISTS {
  MATCH (e)<-[:NAMES]-(ref:FactRef)
  CALL (ref) {
    MATCH ()-[f:FACT {brain: $brain, factId: ref.factId}]->()
    RETURN f
    UNION ALL
    MATCH ()-[f:FACT_WAS {brain: $brain, factId: ref.factId}]->()
    RETURN f
  }
  WITH e, f
  WHERE f.recordedAt > e.digestRefreshedAt OR f.expiredAt > e.digestRefreshedAt
    OR (type(f) = 'FACT' AND ((e.digestRefreshedAt < f.tEnd AND f.tEnd <= now) OR (e.digestRefreshedAt < f.tStart AND f.tStart <= now)))
  RETURN f
} THEN e.digestRefreshedAt END AS digestAt
