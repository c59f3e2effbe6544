// Restores the usage data of facts and the marks of persons, which are not derived from statements, after their periods were derived again.
// Mode: WRITE. Parameters: $brain STRING, $facts [{factId, stability, tier, cold, vitality, timesRetrieved, lastAccessedAt, acceptedAt, acceptedBy, acceptedVersion}], $groups [{subjectId,
// relation, objectId}] (as in linked_groups)
// Returns rows: factId, tValid, tInvalid of every fact that is in the groups now
CYPHER 25
CALL () {
  UNWIND $facts AS x
  MATCH ()-[f:FACT {brain: $brain, factId: x.factId}]->()
  SET f.stability = x.stability, f.tier = x.tier, f.cold = x.cold, f.vitality = x.vitality, f.timesRetrieved = x.timesRetrieved, f.lastAccessedAt = x.lastAccessedAt,
      f.acceptedAt = x.acceptedAt, f.acceptedBy = x.acceptedBy, f.acceptedVersion = x.acceptedVersion
}
UNWIND $groups AS g
MATCH ()-[f:FACT {brain: $brain, subjectId: g.subjectId, relation: g.relation}]->() USING INDEX SEEK f:FACT(brain, subjectId, relation, objectId) WHERE f.objectId IS NOT NULL AND coalesce(f.objectId = g.objectId, true)
RETURN f.factId AS factId, f.tValid AS tValid, f.tInvalid AS tInvalid
