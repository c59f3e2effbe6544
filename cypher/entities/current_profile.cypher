// A fragment: when the profile of an entity was written, if it is younger than every change of what it may rest on: the facts at
// the entity and those that a message told of it in their sentence only, their versions, and their beginnings and ends up to now. To
// be included in a CALL (e, now).
// Variables: e NODE, now DATETIME. Parameter: $brain STRING. Returns: profileAt DATETIME|null (null = no profile, or an outdated one)
RETURN CASE WHEN e.profile IS NOT NULL AND e.profileRefreshedAt IS NOT NULL AND NOT EXISTS {
  MATCH (e)-[f:FACT|FACT_WAS]-()
  WHERE f.recordedAt > e.profileRefreshedAt OR f.expiredAt > e.profileRefreshedAt
    OR (type(f) = 'FACT' AND ((e.profileRefreshedAt < f.tEnd AND f.tEnd <= now) OR (e.profileRefreshedAt < f.tStart AND f.tStart <= now)))
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
  WHERE f.recordedAt > e.profileRefreshedAt OR f.expiredAt > e.profileRefreshedAt
    OR (type(f) = 'FACT' AND ((e.profileRefreshedAt < f.tEnd AND f.tEnd <= now) OR (e.profileRefreshedAt < f.tStart AND f.tStart <= now)))
  RETURN f
} THEN e.profileRefreshedAt END AS profileAt
