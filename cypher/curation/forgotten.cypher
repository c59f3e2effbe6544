// Whether an episode's id or an idempotency key belongs to a forgotten episode.
// Parameters: $brain STRING, $id STRING|null, $key STRING|null
// Returns a row: forgottenAt, for each
CYPHER 25
MATCH (g:Forgotten {brain: $brain, id: $id})
RETURN g.forgottenAt AS forgottenAt
UNION
MATCH (g:Forgotten {brain: $brain, idempotencyKey: $key})
RETURN g.forgottenAt AS forgottenAt
