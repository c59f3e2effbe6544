// The cascade, third step, repeated until nothing changes: a resting fact holds no longer than the best of its sets, and a set
// no longer than its shortest member. A member that is no longer a fact does not hold at all.
// Mode: WRITE. Parameters: $brain STRING, $refs LIST<STRING> (ids from cascade_reset)
// Returns: changed INTEGER
CYPHER 25
UNWIND $refs AS id
MATCH (d:FactRef {brain: $brain, factId: id})-[r:RESTS_ON]->(m:FactRef)
WITH d, r, m, datetime('0001-01-01T00:00:00Z') AS past, datetime('9999-12-31T00:00:00Z') AS future
OPTIONAL MATCH ()-[f:FACT {brain: $brain, factId: m.factId}]->() WHERE NOT EXISTS { (m)-[:RESTS_ON]->() }
WITH d, r.set AS number, past, future, m.factId AS member,
  CASE WHEN NOT EXISTS { (m)-[:RESTS_ON]->() } THEN coalesce(f.tEnd, past)
       WHEN m.limit <= m.start THEN past
       WHEN m.limit < m.own THEN m.limit
       ELSE coalesce(m.own, past) END AS until
ORDER BY until
WITH d, number, head(collect({until: until, member: member})) AS shortest
ORDER BY shortest.until DESC
WITH d, head(collect(shortest)) AS best
WITH d, best, best.until > d.limit AS rises
SET d.limit = CASE WHEN rises THEN best.until ELSE d.limit END, d.because = best.member
RETURN sum(CASE WHEN rises THEN 1 ELSE 0 END) AS changed
