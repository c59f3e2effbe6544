// The brains with groups that procedures have left to be settled. Nearly always there is none.
// Mode: READ. Parameters: none
// Returns rows: brain
CYPHER 25
MATCH (u:Unsettled)
RETURN DISTINCT u.brain AS brain LIMIT 100
