// Replaces a brain's own settings.
// Parameters: $brain STRING, $settings STRING|null (JSON of those that differ from the service's), and what recall reads
// directly: $minConfidence FLOAT|null, $folded BOOLEAN|null (whether accents are ignored and English endings not stemmed);
// $pii STRING|null (the policy about personal data, which the storing of an episode compares)
CYPHER 25
MATCH (b:Brain {id: $brain})
SET b.settings = $settings, b.minConfidence = $minConfidence, b.folded = $folded, b.pii = $pii
