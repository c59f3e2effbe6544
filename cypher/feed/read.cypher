// The events of a brain from a revision on, in the order of their commits. Parameters: $brain STRING, $from INTEGER (the first revision),
// $limit INTEGER
// Returns one row, or none for an unknown brain: createdAt DATETIME (of the brain), revision INTEGER (the latest), pruned INTEGER (the
// latest revision whose event was removed by age; -1 = none), events LIST<MAP>
CYPHER 25
MATCH (b:Brain {id: $brain})
RETURN b.createdAt AS createdAt, b.revision AS revision, coalesce(b.changesPrunedTo, -1) AS pruned, COLLECT {
  MATCH (event:Change {brain: $brain}) WHERE event.revision >= $from
  RETURN event {.*} ORDER BY event.revision LIMIT $limit
} AS events
