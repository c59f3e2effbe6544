// A brain's own settings, in place of those before.
// Parameters: $brain STRING, $settings STRING|null (JSON of those that differ from the service's), $minConfidence FLOAT|null (the
// one that recall reads by itself)
CYPHER 25
MATCH (b:Brain {id: $brain})
SET b.settings = $settings, b.minConfidence = $minConfidence
