// A fragment: the ends that a judge found because of a statement, and that no other statement supports. To be included in a
// CALL (s), after s is withdrawn.
// Variable: s NODE (a Statement). Returns: e NODE (a Statement)
MATCH (s)<-[:BECAUSE_OF]-(e:Statement)
WHERE e.withdrawnAt IS NULL AND NOT EXISTS { MATCH (e)-[:BECAUSE_OF]->(other:Statement) WHERE other.withdrawnAt IS NULL }
RETURN DISTINCT e
