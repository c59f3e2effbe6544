// A page of facts with their associations, each association once.
// Parameters: $brain STRING, $after STRING (fact id; '' = from the start), $limit INTEGER
// Returns rows in the order of factId: factId, linked LIST<LIST> (fact id, weight, decayedAt DATETIME|null: until when its weight
// has fallen)
CYPHER 25
MATCH (one:FactRef) USING INDEX SEEK one:FactRef(brain, factId) WHERE one.brain = $brain AND one.factId > $after
WITH one ORDER BY one.brain, one.factId LIMIT $limit
RETURN one.factId AS factId, COLLECT { MATCH (one)-[a:ASSOCIATED]->(other:FactRef) RETURN [other.factId, a.weight, a.decayedAt] } AS linked
ORDER BY factId
