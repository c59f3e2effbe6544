// A fragment: adds what settling changed to the event of the present commit. To be included in a CALL (b, rows, made). A moment
// that is derived again (docs/time.md, R10) is no change of the present commit.
// Variables: b NODE|null (the brain), rows LIST<MAP> {stamp, changes} (as rows of procedures/settle), made LIST<STRING> (ids of the
// entities that were made). Parameter: $brain STRING
WITH b, made, COLLECT {
    UNWIND rows AS row
    WITH row WHERE coalesce(row.stamp >= b.commitBegunAt, true)
    UNWIND row.changes AS c
    WITH c WHERE c.change <> 'confirmed'
    RETURN [CASE WHEN c.change = 'added' THEN 'added' WHEN c.change = 'removed' THEN 'withdrawn'
      WHEN c.change = 'returned' OR c.before IS NOT NULL AND c.tInvalid IS NULL THEN 'restored'
      WHEN c.before IS NULL AND c.tInvalid IS NOT NULL THEN 'ended' ELSE 'changed' END, c.factId]
  } AS told
WITH b, made, told WHERE b IS NOT NULL AND (told <> [] OR made <> [])
MERGE (event:Change {brain: $brain, revision: b.revision})
  ON CREATE SET event.id = toString(b.revision), event.recordedAt = b.lastRecordedAt
SET event.entitiesAdded = CASE WHEN made = [] THEN event.entitiesAdded ELSE coalesce(event.entitiesAdded, []) + made END
WITH event, told, [one IN told | one[0]] AS kinds
FOREACH (_ IN CASE WHEN 'added' IN kinds THEN [1] ELSE [] END | SET event.factsAdded = coalesce(event.factsAdded, []) + [one IN told WHERE one[0] = 'added' | one[1]])
FOREACH (_ IN CASE WHEN 'ended' IN kinds THEN [1] ELSE [] END | SET event.factsEnded = coalesce(event.factsEnded, []) + [one IN told WHERE one[0] = 'ended' | one[1]])
FOREACH (_ IN CASE WHEN 'changed' IN kinds THEN [1] ELSE [] END | SET event.factsChanged = coalesce(event.factsChanged, []) + [one IN told WHERE one[0] = 'changed' | one[1]])
FOREACH (_ IN CASE WHEN 'restored' IN kinds THEN [1] ELSE [] END | SET event.factsRestored = coalesce(event.factsRestored, []) + [one IN told WHERE one[0] = 'restored' | one[1]])
FOREACH (_ IN CASE WHEN 'withdrawn' IN kinds THEN [1] ELSE [] END | SET event.factsWithdrawn = coalesce(event.factsWithdrawn, []) + [one IN told WHERE one[0] = 'withdrawn' | one[1]])
