// What a proposal of a request to forget would hide. Parameters: $brain STRING, $id STRING (of the proposal)
// Returns one row: statements LIST<STRING>, episode STRING|null (that asks)
CYPHER 25
MATCH (p:Proposal {brain: $brain, id: $id})
RETURN p.statementIds AS statements, p.episodeId AS episode
