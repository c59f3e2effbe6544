// graphmem.settle: periods follow from statements (docs/time.md, R2, R3, R4, R5), and the difference is written to FACT and FACT_WAS.
//
// Mode: WRITE, inside a transaction that holds the brain's lock.
// Parameters:
//   $brain    STRING
//   $pairs    LIST<MAP> {subjectId, relation, objectId, recordedAt, among}: what was touched, and the system time of the change.
//             objectId null = every value of the subject and relation. Only statements known by then count, so that the records
//             of one commit can be settled one after the other and each leaves its version. A statement that was withdrawn and
//             restored does not count for the times between (`away`: pairs of times).
//   $vectors  MAP statement id -> vector: embeddings of new statements' texts; the others keep what they have
//   $deferred BOOLEAN: true = facts that rest on evidence are left for the cascade; false = their limits are known, write them
//             among: for a symmetric relation of cardinality one, all entities that hang together through it (component.cypher).
// Returns one row a group: stamp (the latest recordedAt of its pairs), changes [{factId, change, ...}], resting [{factId, own, start, sets,
// ...}], ties [...], dependents INTEGER, open (a pair that has to come again: of cardinality one with `among`, else with each object; or null)
CYPHER 25 replan=skip
UNWIND $pairs AS pair
// include: procedures/settle_groups
