// The names under which a relation is stored, if a person stated synonyms.
// Parameters: $brain STRING, $names LIST<STRING> (in snake_case). Returns: name
CYPHER 25
MATCH (t:RelationType) WHERE t.brain = $brain AND t.name IS NOT NULL AND any(s IN t.synonyms WHERE s IN $names)
RETURN t.name AS name
