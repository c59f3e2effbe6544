// Sets the weights of associations. One whose weight has changed since it was read stays as it is; the next run takes it.
// Mode: WRITE, under the brain's lock. Parameters: $brain STRING, $rows LIST<MAP> {one, other (fact ids), was FLOAT, weight
// FLOAT|null (null = remove it), at DATETIME}
// Returns one row: changed INTEGER
CYPHER 25
UNWIND $rows AS x
MATCH (:FactRef {brain: $brain, factId: x.one})-[a:ASSOCIATED]->(:FactRef {brain: $brain, factId: x.other})
WHERE a.weight = x.was
FOREACH (gone IN CASE WHEN x.weight IS NULL THEN [a] ELSE [] END | DELETE gone)
FOREACH (kept IN CASE WHEN x.weight IS NULL THEN [] ELSE [a] END | SET kept.weight = x.weight, kept.decayedAt = x.at)
RETURN count(*) AS changed
