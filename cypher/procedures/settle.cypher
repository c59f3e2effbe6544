// graphmem.settle: derives periods from statements (docs/time.md, R2, R3, R4, R5), and writes the difference to FACT and
// FACT_WAS.
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
//   $deferred BOOLEAN: true = facts that rest on evidence are left for the cascade; false = their limits are known, write them
// Returns one row per group: stamp (the latest recordedAt of its pairs), changes [{factId, change, ...}], resting [{factId,
// own, start, sets, ...}], ties [...], dependents INTEGER, open (a pair that has to be settled again: of cardinality one with
// `among`, else with each object; or null)
CYPHER 25 replan=skip
UNWIND $pairs AS pair
// include: procedures/settle_groups
