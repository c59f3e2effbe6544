// How many values relations have at a time. Relations that the brain does not have are left out.
// Mode: READ. Parameters: $brain STRING, $relations LIST<STRING>
// Returns rows: name, cardinality, per, symmetric, watched
CYPHER 25
UNWIND $relations AS name
MATCH (t:RelationType {brain: $brain, name: name})
RETURN t.name AS name, t.cardinality AS cardinality, t.per AS per, t.symmetric AS symmetric, t.watched AS watched
