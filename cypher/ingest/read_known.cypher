// Before the judge decides about names: what is known about the candidates, so that it can tell them apart.
// Parameters: $brain STRING, $ids LIST<STRING>
// Returns one row per entity: id, aliases LIST<STRING>, facts LIST<STRING> (a few texts of facts that hold now)
CYPHER 25
UNWIND $ids AS id
MATCH (e:Entity {brain: $brain, id: id})
RETURN id,
  COLLECT { MATCH (a:Alias)-[:ALIAS_OF]->(e) WHERE a.name <> e.name RETURN a.name LIMIT 5 } AS aliases,
  COLLECT { MATCH (e)-[f:FACT]-() WITH f LIMIT 50 WHERE f.tInvalid IS NULL RETURN f.factText ORDER BY f.importance DESC, f.recordedAt DESC LIMIT 5 } AS facts
