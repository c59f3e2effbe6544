// Sets lists of ids at the event of the present commit. Mode: WRITE, under the brain's lock, after its revision is raised.
// Parameters: $brain STRING, $ids MAP list name -> LIST<STRING>
CYPHER 25
MATCH (b:Brain {id: $brain})
MERGE (event:Change {brain: $brain, revision: b.revision})
  ON CREATE SET event.id = toString(b.revision), event.recordedAt = b.lastRecordedAt
SET event += $ids
