// A page of the entities that were made, or got a name, since a time. Merged entities are left out.
// Parameters: $brain STRING, $after STRING (entity id; '' = from the start), $limit INTEGER, $since DATETIME|null (null = all)
// Returns: id STRING, in this order
CYPHER 25
MATCH (e:Entity) USING INDEX SEEK e:Entity(brain, id) WHERE e.brain = $brain AND e.id > $after AND e.mergedInto IS NULL
WITH e WHERE $since IS NULL OR e.recordedAt > $since OR EXISTS { (e)<-[r:ALIAS_OF]-(:Alias) WHERE r.recordedAt > $since }
WITH e ORDER BY e.brain, e.id LIMIT $limit
RETURN e.id AS id ORDER BY id
