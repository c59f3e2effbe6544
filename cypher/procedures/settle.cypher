// graphmem.settle: derives periods from statements (docs/time.md, R2, R3, R4, R5, R7), and writes the difference to FACT and
// FACT_WAS. What it changes is added to the event of the present commit (docs/changes.md).
//
// Mode: WRITE, inside a transaction that holds the brain's lock.
// Parameters:
//   $brain    STRING
//   $pairs    LIST<MAP> {subjectId, relation, objectId, recordedAt, among}: what was touched, and the system time of the
//   change.
//             objectId null = every value of the subject and relation. Only statements known by then count, so that the records
//             of one commit can be settled one after the other and each leaves its version. A statement that was withdrawn and
//             restored does not count for the times between (`away`: pairs of times).
//             among: for a symmetric relation of cardinality one, all entities connected by it (component.cypher).
//   $vectors  MAP statement id -> vector: embeddings of new statements' texts; the others keep theirs
//   $deferred BOOLEAN: true = a group with statements that rest on evidence is not written, only derived, for the cascade
//   $limits   MAP statement id -> {at, because}: until when the evidence of a statement stands, and the member of it that ends
//             then. Without an entry the limit that was stored last is assumed, and without that none.
// Returns one row per group: stamp (the latest recordedAt of its pairs), changes [{factId, change, ...}], ties [...], open (a
// pair that has to be settled again: of cardinality one with `among`, else with each object; or null), held (the pair of a group
// that was not written; or null), resting [{id, own, ...}] (its statements, each with the end of its cover without regard to its
// own evidence), dependents [{subjectId, relation, objectId}] (pairs of statements that rest on what may have changed)
CYPHER 25 replan=skip
CALL () {
  UNWIND coalesce(keys($limits), []) AS id
  MATCH (ref:FactRef {brain: $brain, factId: id})
  SET ref.limit = $limits[id].at, ref.because = $limits[id].because
}
CALL () {
  CALL () {
    UNWIND $pairs AS pair
    // include: procedures/settle_groups
  }
  RETURN collect({stamp: stamp, changes: changes, ties: ties, open: open, held: held, resting: resting, dependents: dependents}) AS rows
}
OPTIONAL MATCH (b:Brain {id: $brain})
WITH rows, b, [] AS made
CALL (b, rows, made) {
  // include: feed/append
}
UNWIND rows AS row
RETURN row.stamp AS stamp, row.changes AS changes, row.ties AS ties, row.open AS open, row.held AS held, row.resting AS resting,
  row.dependents AS dependents
