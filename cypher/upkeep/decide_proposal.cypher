// Stores what became of a proposal, if it still has the status that was seen.
// Mode: WRITE. Parameters: $brain STRING, $id STRING, $was STRING, $status STRING, $by STRING|null, $mergeId STRING|null, $changedId STRING|null
// Returns one row: count INTEGER
CYPHER 25
OPTIONAL MATCH (p:Proposal {brain: $brain, id: $id}) WHERE p.status = $was
SET p.status = $status, p.decidedBy = $by, p.decidedAt = CASE WHEN $status <> 'open' THEN datetime.realtime() END, p.mergeId = $mergeId, p.changedId = $changedId
RETURN count(p) AS count
