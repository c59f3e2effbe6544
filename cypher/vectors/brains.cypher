// The names of all brains. Parameters: none. Returns: name STRING, in order
CYPHER 25
MATCH (b:Brain) WHERE b.id >= ''
RETURN b.id AS name ORDER BY name
