// A page of keys, oldest first: their ids begin with the time.
// Parameters: $after STRING (the last id of the page before; empty = from the start), $limit INTEGER
CYPHER 25
MATCH (k:ApiKey) WHERE k.id > $after
WITH k ORDER BY k.id LIMIT $limit
// include: access/key_row
