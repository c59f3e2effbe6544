// The properties of an entity that a change needs, and the keys that begin like the key it would get.
// Parameters: $brain STRING, $id STRING, $base STRING. Returns a row: properties, taken LIST<STRING> (keys of other entities)
CYPHER 25
MATCH (e:Entity {brain: $brain, id: $id})
CALL () {
  MATCH (o:Entity {brain: $brain}) USING INDEX SEEK o:Entity(brain, key) WHERE o.key STARTS WITH $base AND o.id <> $id
  RETURN collect(o.key) AS taken
}
RETURN e.properties AS properties, taken
