// Stage 7: known facts that were repeated, or are similar to what was said, become more stable.
// Mode: WRITE, after commit. Parameters: $brain STRING, $boosted [{id, by}] (by: gain in stability, up to 1)
CYPHER 25
UNWIND $boosted AS x
MATCH ()-[f:FACT {brain: $brain, factId: x.id}]->()
SET f.stability = CASE WHEN coalesce(f.stability, 0.1) + x.by > 1 THEN 1.0 ELSE coalesce(f.stability, 0.1) + x.by END
