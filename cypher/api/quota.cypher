// The settings of a brain, and what it has spent on language models today. Parameters: $brain STRING
// Returns: settings STRING|null (JSON), spent [calls, tokens, seconds left] (api/spent_today); no row for an unknown brain
CYPHER 25
MATCH (b:Brain {id: $brain})
RETURN b.settings AS settings,
// include: api/spent_today
