// Adds what changed to the event of the present commit. A moment that is derived again (docs/time.md, R10) is no change of it.
// Mode: WRITE. Parameters: $brain STRING, $lists MAP name of a list of the event -> LIST<STRING> (ids), $since DATETIME|null (the
// first system time of these changes). An empty map adds nothing.
CYPHER 25
MATCH (b:Brain {id: $brain}) WHERE $lists <> {} AND coalesce($since >= b.commitBegunAt, true)
MERGE (e:Change {brain: $brain, revision: b.revision})
  ON CREATE SET e.id = toString(b.revision), e.recordedAt = b.lastRecordedAt
FOREACH (name IN keys($lists) | SET e[name] = coalesce(e[name], []) + $lists[name])
