// The first items under a path, also those that have expired. Parameters: $brain STRING, $prefix STRING (of the path; '' = all), $limit INTEGER
// Returns: path, key
CYPHER 25
MATCH (n:Item) USING INDEX SEEK n:Item(brain, path, key)
WHERE n.brain = $brain AND n.path STARTS WITH $prefix AND n.key >= ''
RETURN n.path AS path, n.key AS key LIMIT toInteger($limit)
