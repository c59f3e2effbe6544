// A page of keys, oldest first: key ids begin with the time.
// Parameters: $after STRING (the last id of the previous page; empty = from the start), $limit INTEGER
CYPHER 25
MATCH (k:ApiKey) WHERE k.id > $after
WITH k ORDER BY k.id LIMIT $limit
// include: access/key_row
