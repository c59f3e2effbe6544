// Some entities of a brain, with what their importance depends on. Ids of values are left out.
// Parameters: $brain STRING, $ids LIST<STRING>, $now DATETIME
// Returns: as upkeep/rated_entity
CYPHER 25
UNWIND $ids AS id
MATCH (e:Entity {brain: $brain, id: id}) WHERE e.mergedInto IS NULL
WITH e
// include: upkeep/rated_entity
