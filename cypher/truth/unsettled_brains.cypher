// The brains in which procedures have left groups to be settled, or sentences to be read. Nearly always there is none.
// Mode: READ. Parameters: none
// Returns rows: brain, unsettled BOOLEAN (it has groups to be settled)
CYPHER 25
MATCH (u:Unsettled|Unread) WHERE NOT u:Hidden
RETURN u.brain AS brain, count(CASE WHEN u:Unsettled THEN 1 END) > 0 AS unsettled LIMIT 100
