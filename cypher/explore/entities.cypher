// A page of a brain's entities, most recent first (ids grow with time). Merged entities are left out.
// Parameters: $brain STRING, $type STRING|null, $before STRING (the cursor: smaller ids), $limit INTEGER
// Returns: entity MAP (explore/entity_row)
CYPHER 25
MATCH (e:Entity)
WHERE e.brain = $brain AND e.id < $before
WITH e WHERE e.mergedInto IS NULL AND ($type IS NULL OR e.type = $type)
WITH e ORDER BY e.brain DESC, e.id DESC LIMIT $limit
// include: explore/entity_row
