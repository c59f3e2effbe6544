// A page of the entities of a brain, with what their importance depends on. Merged entities are left out.
// Parameters: $brain STRING, $after STRING (entity id; '' = from the start), $limit INTEGER, $now DATETIME
// Returns: as upkeep/rated_entity, in the order of id
CYPHER 25
MATCH (e:Entity) USING INDEX SEEK e:Entity(brain, id) WHERE e.brain = $brain AND e.id > $after AND e.mergedInto IS NULL
WITH e ORDER BY e.brain, e.id LIMIT $limit
// include: upkeep/rated_entity
ORDER BY id
