// Proposes to a person to hide statements. What was declined before stays declined.
// Mode: WRITE, under the brain's lock. Parameters: $brain STRING, $id STRING, $key STRING, $statements LIST<STRING>, $reason STRING,
// $episode STRING|null (that asks)
// Returns: id STRING, one row if the proposal is open
CYPHER 25
CALL () {
  UNWIND $statements AS id
  MATCH (s:Statement {brain: $brain, id: id}) WHERE s.withdrawnAt IS NULL
  UNWIND [[s.subjectId, s.objectId], [s.objectId, s.subjectId]] AS way
  CALL (s, way) {
    MATCH ()-[f:FACT {brain: $brain, subjectId: way[0], relation: s.relation, objectId: way[1]}]->() USING INDEX SEEK f:FACT(brain, subjectId, relation, objectId)
    RETURN f
  }
  WITH s, f WHERE s.id IN f.statementIds
  RETURN collect(DISTINCT f.factId) AS facts
}
WITH facts WHERE facts <> []
MERGE (p:Proposal {brain: $brain, key: $key})
  ON CREATE SET p.id = $id, p.kind = 'forget', p.status = 'open', p.createdAt = datetime.realtime(), p.itemIds = [], p.score = 1.0, p.reasons = [$reason],
    p.evidence = $key, p.statementIds = $statements, p.episodeId = $episode
SET p.evidenceIds = facts
WITH p WHERE p.status = 'open'
RETURN p.id AS id
