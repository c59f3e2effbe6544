// Stores what a person states about a relation. A synonym leads to one relation: the last statement about it counts.
// Parameters: $brain STRING, $name STRING, $create MAP (seed values for a new relation), $set MAP (cardinality, per,
// symmetric, synonyms: what was stated)
CYPHER 25
MERGE (t:RelationType {brain: $brain, name: $name}) ON CREATE SET t += $create
SET t += $set,
    t.source = CASE WHEN t.source = 'seed' THEN 'seed' ELSE 'user_defined' END,
    t.cardinalitySource = CASE WHEN $set.cardinality IS NULL THEN t.cardinalitySource ELSE 'user' END
WITH t
CALL () {
  MATCH (other:RelationType) WHERE other.brain = $brain AND other.name IS NOT NULL AND other.name <> $name AND other.synonyms IS NOT NULL
  SET other.synonyms = [x IN other.synonyms WHERE NOT x IN coalesce($set.synonyms, [])]
}
RETURN t.name AS name
