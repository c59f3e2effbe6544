// Stores what became of a proposal, if it still has the status that was seen. The first SET takes the lock of the node: of two decisions
// at once the second one looks at the status that the first one has left.
// Mode: WRITE. Parameters: $brain STRING, $id STRING, $was STRING, $status STRING, $by STRING|null, $mergeId STRING|null, $changedId STRING|null
// Returns one row: count INTEGER
CYPHER 25
OPTIONAL MATCH (p:Proposal {brain: $brain, id: $id})
SET p.id = p.id
WITH [one IN [p] WHERE one.status = $was] AS found
FOREACH (p IN found |
  SET p.status = $status, p.decidedBy = $by, p.decidedAt = CASE WHEN $status <> 'open' THEN datetime.realtime() END, p.mergeId = $mergeId,
      p.changedId = $changedId)
RETURN size(found) AS count
