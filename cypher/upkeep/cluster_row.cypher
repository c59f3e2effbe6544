// A fragment: a cluster as a row. It is stale if a fact that its summary tells has changed since or does not hold. To be included in a CALL (c,
// at, most). Variables: c NODE, at DATETIME (valid time), most INTEGER (ids in the lists). Parameter: $brain STRING
// Returns: cluster MAP
CALL (c, at) {
  UNWIND c.summaryFactIds AS id
  MATCH ()-[f:FACT {brain: $brain, factId: id}]->()
  WHERE f.recordedAt.epochSeconds * 1000000 + f.recordedAt.microsecond <= c.seen AND f.tStart <= at AND f.tEnd > at
  RETURN count(f) AS holding
}
RETURN c {.id, .title, .summary, .level, .parentId, .entityCount, .factCount, .refreshedAt, entityIds: c.entityIds[..most],
  factIds: c.factIds[..most], stale: holding < size(c.summaryFactIds)} AS cluster
