// A fragment: what the brain says about the relations of the facts that were found, where it says anything. To be included in a
// COLLECT. Variable: facts LIST<LIST> as in recall/candidates (the relation is column 21). Parameter: $q MAP, of which: brain STRING
// Returns: described LIST (relation, description STRING|null, synonyms LIST<STRING>|null)
UNWIND facts AS x
WITH DISTINCT x[21] AS relation
MATCH (t:RelationType {brain: $q.brain, name: relation}) USING INDEX SEEK t:RelationType(brain, name)
WHERE coalesce(t.description, '') <> '' OR coalesce(t.synonyms, []) <> []
RETURN [relation, t.description, t.synonyms] AS described
