// A brain's own settings, in place of those before.
// Parameters: $brain STRING, $settings STRING|null (JSON of those that differ from the service's), and what recall reads by itself:
// $minConfidence FLOAT|null, $folded BOOLEAN|null (whether words are compared without accents and English endings)
CYPHER 25
MATCH (b:Brain {id: $brain})
SET b.settings = $settings, b.minConfidence = $minConfidence, b.folded = $folded
