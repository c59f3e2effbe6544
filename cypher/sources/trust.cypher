// The trust of a source. Parameters: $brain STRING, $source STRING. Returns: trust FLOAT; no row if it was never set
CYPHER 25
MATCH (source:Source {brain: $brain, id: $source})
RETURN source.trust AS trust
