// Stores proposals. One that is known with other evidence is open again. A pair of which one is gone or merged is left out.
// Mode: WRITE, under the brain's lock. Parameters: $brain STRING, $rows LIST<MAP> {id, key, kind, itemIds LIST<STRING>, score FLOAT, reasons
// LIST<STRING>, evidenceIds LIST<STRING>, evidence STRING, declinedBy STRING|null (null = open)}
// Returns one row: changed INTEGER
CYPHER 25
UNWIND $rows AS x
WITH x WHERE all(id IN x.itemIds WHERE EXISTS { MATCH (e:Entity {brain: $brain, id: id}) USING INDEX SEEK e:Entity(brain, id) WHERE e.mergedInto IS NULL })
  AND all(id IN x.evidenceIds WHERE EXISTS { MATCH ()-[f:FACT {brain: $brain, factId: id}]->() USING INDEX SEEK f:FACT(brain, factId) })
MERGE (p:Proposal {brain: $brain, key: x.key})
  ON CREATE SET p.id = x.id, p.kind = x.kind, p.createdAt = datetime.realtime()
SET p.status = CASE WHEN x.declinedBy IS NULL THEN 'open' ELSE 'declined' END, p.itemIds = x.itemIds, p.score = x.score, p.reasons = x.reasons,
    p.evidenceIds = x.evidenceIds, p.evidence = x.evidence, p.decidedBy = x.declinedBy,
    p.decidedAt = CASE WHEN x.declinedBy IS NOT NULL THEN datetime.realtime() END, p.mergeId = null, p.changedId = null
RETURN count(*) AS changed
