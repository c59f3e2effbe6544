// The rules, synonyms and verbs of the relations of a brain. Parameters: $brain STRING
// Returns rows: name, cardinality, per, symmetric, kind, synonyms, begunBy, endedBy
CYPHER 25
MATCH (t:RelationType) WHERE t.brain = $brain AND t.name IS NOT NULL
RETURN t.name AS name, t.cardinality AS cardinality, t.per AS per, t.symmetric AS symmetric, t.kind AS kind,
  coalesce(t.synonyms, []) AS synonyms, coalesce(t.begunBy, []) AS begunBy, coalesce(t.endedBy, []) AS endedBy
