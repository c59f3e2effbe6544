// Stores digests of entities, each with the facts that it rests on. An entity whose facts, or their sentences, have changed since they were read keeps its digest; the
// next run takes it.
// Mode: WRITE, under the brain's lock. Parameters: $brain STRING, $rows LIST<MAP> {id, text STRING|null (null = none), factIds
// LIST<STRING>|null, basis STRING, at DATETIME, facts LIST<MAP> (as they were read)}, $now DATETIME, $most INTEGER
// Returns one row: changed INTEGER
CYPHER 25
UNWIND $rows AS x
MATCH (e:Entity {brain: $brain, id: x.id}) WHERE e.mergedInto IS NULL
CALL (e) {
  // include: upkeep/facts_of_profile
}
WITH e, x WHERE [f IN facts | [f.id, f.recordedAt, f.text]] = [f IN x.facts | [f.id, f.recordedAt, f.text]]
SET e.digest = x.text, e.digestFactIds = x.factIds, e.digestRefreshedAt = CASE WHEN x.text IS NOT NULL THEN x.at END,
    e.digestBasis = CASE WHEN x.text IS NOT NULL THEN x.basis END
RETURN count(*) AS changed
