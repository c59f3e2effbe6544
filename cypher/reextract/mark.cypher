// Notes which reader read an episode last. Mode: WRITE. Parameters: $brain STRING, $episode STRING, $by STRING|null
CYPHER 25
MATCH (ep:Episode {brain: $brain, id: $episode})
SET ep.readBy = $by
RETURN ep.id AS id
