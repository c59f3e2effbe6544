// What a person states about a relation.
// Parameters: $brain STRING, $name STRING, $create MAP (seed values for a relation nobody used yet), $set MAP
CYPHER 25
MERGE (t:RelationType {brain: $brain, name: $name}) ON CREATE SET t += $create
SET t += $set, t.cardinalitySource = 'user'
RETURN t.name AS name
